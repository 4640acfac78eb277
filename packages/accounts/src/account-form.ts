import type { ImportForm } from '@portside/contract';

/**
 * How the accounts of one import are written. The form belongs to the import: what the product is changed to later
 * changes no account that is there.
 */
export type AccountForm = {
  /** The text between two values, of at least one character. */
  readonly separator: string;
  /** What the values are called, in the order of the line. */
  readonly columns: readonly string[];
  /** Values beyond the last column: its own (the rest of the line), or further fields without a name. */
  readonly surplus: 'last' | 'further';
  /** Whether blanks round a value are part of it. */
  readonly keeps_blanks: boolean;
};

/** Where one character separates, passwords hold it too: `account:password` reads `a:b:c` as `a` and `b:c`. */
export const usualSurplus = (separator: string): AccountForm['surplus'] =>
  separator.length === 1 ? 'last' : 'further';

/** How a product's accounts are written. */
export type ProductForm = Pick<AccountForm, 'separator' | 'columns'>;

/** How the accounts of an import will be read: as its product has them now, and as its file's form answers. */
export const accountFormOf = ({ separator, columns }: ProductForm, form: ImportForm | null): AccountForm => ({
  separator,
  columns,
  surplus: form?.surplus === undefined || form.surplus === 'refuse' ? usualSurplus(separator) : form.surplus,
  keeps_blanks: form?.keeps_blanks ?? false,
});

/**
 * The values of an account, as everybody sees them: page, files, mails, search and the look for duplicates. The text
 * itself is what is sold, and stays as it came. A line with fewer values than columns gives those that it has.
 */
export function readValues(text: string, form: AccountForm): string[] {
  const { separator, columns, surplus, keeps_blanks } = form;
  const values = text.split(separator);
  const most = Math.max(1, columns.length);
  if (surplus === 'last' && values.length > most)
    values.splice(most - 1, Infinity, values.slice(most - 1).join(separator));
  return withoutEnd(keeps_blanks ? values : values.map(trimBlanks), columns.length);
}

/** Whether a text is read as these values. */
export function readsAs(text: string, values: readonly string[], form: AccountForm): boolean {
  const read = readValues(text, form);
  return read.length === values.length && read.every((value, at) => value === values[at]);
}

/**
 * The values of a line whose columns are in another order, in the account's; or why it has none: as many values as that
 * order has columns, and in the account's order the same ones again.
 */
export function readInOrder(
  text: string,
  order: { readonly columns: readonly number[]; readonly width: number },
  form: AccountForm,
): string[] | 'column missing' | 'separator in a field' {
  const columns = Array.from({ length: order.width }, (_, at) => String(at));
  const found = readValues(text, { ...form, columns });
  const values = order.columns.flatMap((at) => found[at] ?? []);
  if (found.length < order.width || values.length < order.columns.length) return 'column missing';
  const isWhole = found.length === order.width && readsAs(values.join(form.separator), values, form);
  return isWhole ? values : 'separator in a field';
}

/** Without empty values behind the columns: a table's empty cells, a separator at the end of a line. */
export function withoutEnd(values: string[], columns: number): string[] {
  if (columns > 0) while (values.length > columns && values.at(-1) === '') values.pop();
  return values;
}

/** Whether blanks are round a value of a line. */
export const hasBlanks = (text: string, form: AccountForm): boolean =>
  /[ \t]/.test(text) &&
  readValues(text, { ...form, keeps_blanks: true }).some((value) => trimBlanks(value) !== value);

/** Without the blanks and tabs round it. No other character is one: who typed it may have meant it. */
export function trimBlanks(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start += 1;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

const LEAST_SHAPED = 5;
const MOST_SHAPED = 200;

/** What the values of each column have in common, by the first rows. */
export class ColumnShapes {
  #rows = 0;
  /** Signs that all values of a column have, and that none has. */
  #have: number[] = [];
  #lack: number[] = [];

  add(fields: () => readonly string[]): void {
    if (this.#rows >= MOST_SHAPED) return;
    const shapes = fields().map(shapeOf);
    const isFirst = this.#rows === 0;
    this.#rows += 1;
    this.#have = shapes.map((shape, at) => (isFirst ? shape : shape & (this.#have[at] ?? 0)));
    this.#lack = shapes.map((shape, at) => (isFirst ? ~shape : ~shape & (this.#lack[at] ?? 0)));
  }

  /** Whether a row has them, and with two columns the other way round would not. */
  areIn(values: readonly string[]): boolean {
    if (this.#rows < LEAST_SHAPED || values.length !== this.#have.length) return false;
    const shapes = values.map(shapeOf);
    const fits = (shape: number, at: number): boolean =>
      (shape & this.#have[at]!) === this.#have[at] && (shape & this.#lack[at]!) === 0;
    return shapes.every(
      (shape, at) =>
        fits(shape, at) &&
        shapes.slice(at + 1).every((other, next) => !fits(shape, at + 1 + next) || !fits(other, at)),
    );
  }
}

/** What tells values of one kind from those of another besides: signs that they have somewhere, first, and throughout. */
const SOMEWHERE = [/\p{Ll}/u, /\p{Lu}/u, /\p{Lo}/u, /\d/, /[^\p{L}\d]/u, /@/, /[._-]/, /[^\p{L}\d._-]/u];
const FIRST = [/^\p{L}/u, /^\p{Lu}/u];
const THROUGHOUT = [/^[\da-f]+$/i];
const SIGNS = [...SOMEWHERE, ...FIRST, ...THROUGHOUT];
const matchesOf = (value: string): number =>
  SIGNS.reduce((bits, sign, at) => (sign.test(value) ? bits | (1 << at) : bits), 0);
const SOMEWHERE_BITS = (1 << SOMEWHERE.length) - 1;
const FIRST_BITS = ((1 << FIRST.length) - 1) << SOMEWHERE.length;
const THROUGHOUT_BIT = 1 << (SIGNS.length - 1);
/** By their code. */
const OF_CHARACTERS = Array.from({ length: 128 }, (_, code) => matchesOf(String.fromCharCode(code)));

const LENGTHS = [6, 8, 12, 16, 24, 40, 80];
const COUNT = SIGNS.length + LENGTHS.length;
/** What comes later in a value tells nothing more. */
const LONGEST_TOLD = 200;

/** What a value looks like, a bit for each of its signs. Every value of a file is looked at, so no pattern is tried on it. */
export function signsOf(value: string): number {
  const end = Math.min(value.length, LONGEST_TOLD);
  let [some, all] = [0, THROUGHOUT_BIT];
  for (let at = 0; at < end; at += 1) {
    const own = OF_CHARACTERS[value.charCodeAt(at)];
    if (own === undefined) return withLength(matchesOf(value.slice(0, LONGEST_TOLD)), value.length);
    some |= own;
    all &= own;
  }
  const first = end === 0 ? 0 : OF_CHARACTERS[value.charCodeAt(0)]!;
  return withLength((some & SOMEWHERE_BITS) | (first & FIRST_BITS) | (end === 0 ? 0 : all), value.length);
}

/** Without its length. */
const shapeOf = (value: string): number => signsOf(value) & (SOMEWHERE_BITS | FIRST_BITS);

function withLength(bits: number, length: number): number {
  let more = bits;
  for (let at = 0; at < LENGTHS.length && length >= LENGTHS[at]!; at += 1) more |= 1 << (SIGNS.length + at);
  return more;
}

/** How often values of one kind have each sign. */
export class SignCounts {
  rows = 0;
  readonly #counts = Array.from({ length: COUNT }, () => 0);
  /** Of a value without any sign, and what each sign adds; null once it has changed. */
  #weights: { readonly none: number; readonly more: readonly number[] } | null = null;

  add(bits: number): void {
    this.rows += 1;
    this.#weights = null;
    for (let at = 0; at < COUNT; at += 1) this.#counts[at]! += (bits >> at) & 1;
  }

  /** How likely a value of this kind looks so, as a logarithm. */
  likenessOf(bits: number): number {
    const { none, more } = (this.#weights ??= this.#weigh());
    let sum = none;
    for (let at = 0; at < COUNT; at += 1) if ((bits >> at) & 1) sum += more[at]!;
    return sum;
  }

  /** How much more likely a value of this kind looks so than as the other does, as a logarithm. */
  preferenceOf(bits: number, other: number): number {
    const { more } = (this.#weights ??= this.#weigh());
    let sum = 0;
    for (let left = bits ^ other; left !== 0; left &= left - 1) {
      const at = 31 - Math.clz32(left & -left);
      sum += (bits >> at) & 1 ? more[at]! : -more[at]!;
    }
    return sum;
  }

  #weigh() {
    const likely = (count: number) => Math.log((count + 0.5) / (this.rows + 1));
    const none = this.#counts.reduce((sum, count) => sum + likely(this.rows - count), 0);
    return { none, more: this.#counts.map((count) => likely(count) - likely(this.rows - count)) };
  }

  /** How much more likely these are several kinds than one, by the sign that tells most, as a logarithm. */
  static gainOf(kinds: readonly SignCounts[]): number {
    const rows = kinds.reduce((sum, kind) => sum + kind.rows, 0);
    const gains = Array.from({ length: COUNT }, (_, at) => {
      const all = kinds.reduce((sum, kind) => sum + kind.#counts[at]!, 0);
      return kinds.reduce(
        (sum, kind) => sum + certainty(kind.#counts[at]!, kind.rows),
        -certainty(all, rows),
      );
    });
    return Math.max(...gains);
  }
}

/** How likely so many of all have a sign, by their own share, as a logarithm. */
const certainty = (some: number, all: number): number =>
  [some, all - some].reduce((sum, count) => (count > 0 ? sum + count * Math.log(count / all) : sum), 0);
