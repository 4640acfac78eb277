import type { ColumnValue } from '@portside/accounts/findings';
import type { AdminAttribute, AdminGoods, ImportForm, OwnRows } from '@portside/contract';

/**
 * One file for several products of a family: which of them a value of a column means, and the imports that follow. Each
 * import has its product's rows; rows of which nobody said whose they are are refused by the first, never dropped.
 */

/** In place of a product: the rows are refused, and can be downloaded as they came. */
export const HELD = 'held';

/** What was decided. `column` null: all rows are one product's; undefined: nothing yet. */
export type ProductChoice = {
  readonly column: number | null | undefined;
  /** A product's id or `HELD`, by value; of the others, what is guessed counts. */
  readonly picks: ReadonlyMap<string, string>;
};

export const NO_CHOICE: ProductChoice = { column: undefined, picks: new Map() };

/** The products of its family whose accounts are written like the product's, itself among them; none without others. */
export function productsFor(product: AdminGoods, goods: readonly AdminGoods[]): AdminGoods[] {
  const shape = JSON.stringify(product.format);
  const found = goods.filter(
    ({ family, format }) => family?.id === product.family?.id && JSON.stringify(format) === shape,
  );
  return product.family === null || found.length < 2 ? [] : found;
}

const foldWord = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

const wordsIn = (text: string): string[] =>
  foldWord(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

const LANGUAGES = ['en', 'zh-CN', 'pt', 'ru'];
const regions = LANGUAGES.map(
  (language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }),
);

/** What a value may be called: a country's code is that country in each language. */
function meaningsOf(value: string): string[] {
  const code = value.trim().toUpperCase();
  const names = /^[A-Z]{2}$/.test(code) ? regions.flatMap((one) => one.of(code) ?? []) : [];
  return [value, ...names].map(foldWord);
}

/** Says which product a value of a column means; null where that is a question. */
type Guess = (value: string) => AdminGoods | null;

/**
 * Guesses by the name of one of a product's attribute values, else by its own name, in full or by all words of the value.
 * Of several, it is the one that has most else in common with the product that the import was opened for, if that is one;
 * what all of them have says nothing.
 */
export function createGuess(
  product: AdminGoods,
  products: readonly AdminGoods[],
  attributes: readonly Pick<AdminAttribute, 'values'>[],
): Guess {
  const wordsOf = new Map(
    attributes.flatMap(({ values }) => values.map((one) => [one.id, namesOf(one).map(foldWord)] as const)),
  );
  const tests: readonly ((one: AdminGoods, meaning: string) => boolean)[] = [
    (one, meaning) => one.attributes.some(({ value_id: id }) => wordsOf.get(id)?.includes(meaning)),
    (one, meaning) => namesOf(one).some((name) => foldWord(name) === meaning),
    (one, meaning) => namesOf(one).some((name) => hasWords(name, meaning)),
  ];
  const shared = ({ attributes: own }: AdminGoods): number =>
    own.filter(({ value_id: id }) => product.attributes.some(({ value_id: other }) => other === id)).length;
  const nearest = (found: readonly AdminGoods[]): AdminGoods | null => {
    const most = Math.max(...found.map(shared));
    const best = found.filter((one) => shared(one) === most);
    return best.length === 1 ? best[0]! : null;
  };
  const known = new Map<string, AdminGoods | null>([['', null]]);
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before;
    const meanings = meaningsOf(value);
    const found = tests
      .map((isMeant) => products.filter((one) => meanings.some((meaning) => isMeant(one, meaning))))
      .find((all) => all.length > 0 && all.length < products.length);
    const guessed = found ? nearest(found) : null;
    known.set(value, guessed);
    return guessed;
  };
}

/** In all languages. */
const namesOf = ({ names }: Pick<AdminGoods, 'names'>): string[] =>
  Object.values(names).filter((name) => name !== undefined);

function hasWords(name: string, meaning: string): boolean {
  const wanted = wordsIn(meaning);
  const words = new Set(wordsIn(name));
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

/** The columns that may say which product a row is for. */
export const columnsToChoose = (columns: readonly (readonly ColumnValue[] | null)[]): number[] =>
  columns.flatMap((values, column) =>
    values !== null && values.some(({ value }) => value !== '') ? [column] : [],
  );

/** The column that probably says it: most rows name one of at least two products there. */
export function likelyColumn(
  columns: readonly (readonly ColumnValue[] | null)[],
  guess: Guess,
): number | null {
  for (const column of columnsToChoose(columns)) {
    const values = columns[column]!;
    const known = values.filter(({ value }) => guess(value) !== null);
    const products = new Set(known.map(({ value }) => guess(value)!.id));
    if (products.size > 1 && countRows(known) * 2 > countRows(values)) return column;
  }
  return null;
}

const countRows = (values: readonly ColumnValue[]): number =>
  values.reduce((sum, { count }) => sum + count, 0);

/** A value of the column, and whose rows those are: a product's id, `HELD`, or null while that is a question. */
export type ValueOfProduct = ColumnValue & { readonly goodsId: string | null };

/** Rows that say nothing are nobody's. */
export const valuesOfProducts = (
  values: readonly ColumnValue[],
  picks: ProductChoice['picks'],
  guess: Guess,
): ValueOfProduct[] =>
  values.map((one) => ({
    ...one,
    goodsId: one.value === '' ? HELD : (picks.get(one.value) ?? guess(one.value)?.id ?? null),
  }));

/** What goes to one product, and how many accounts of the file these are. */
export type ImportTarget = {
  readonly goods: AdminGoods;
  readonly form: ImportForm;
  readonly accounts: number;
};

/** An import for each product that has rows, those of the product with the most rows first. */
export function targetsOf(
  form: ImportForm,
  column: number,
  values: readonly ValueOfProduct[],
  products: readonly AdminGoods[],
): ImportTarget[] {
  const found = products.flatMap((goods) => {
    const own = values.filter(({ goodsId }) => goodsId === goods.id);
    return own.length > 0 ? [{ goods, own, accounts: countRows(own) }] : [];
  });
  return found
    .toSorted((a, b) => b.accounts - a.accounts)
    .map(({ goods, own, accounts }, index) => {
      const others = values.filter(({ goodsId }) => goodsId !== goods.id && goodsId !== HELD);
      const own_rows: OwnRows = {
        column,
        values: own.map(({ value }) => value),
        others: others.map(({ value }) => value),
        holds_rest: index === 0,
      };
      return { goods, accounts, form: { ...form, own_rows } as ImportForm };
    });
}
