import {
  formatMicro,
  MOST_LIST_PRICES,
  textIn,
  type Data,
  type DecimalSign,
  type Input,
  type PriceFileProblem,
} from '@portside/contract';
import { readDecimal } from '@portside/contract/wire/decimals';
import type { Ctx } from '../../../platform/context.ts';
import { questionOf, readAmounts, type Amount } from '../../../platform/read-amounts.ts';
import {
  folded,
  isCutInTwo,
  readCsvRows,
  REPLACED,
  unquoted,
  withoutEnd,
  type CsvRow,
} from '../../../platform/read-csv.ts';
import { refuseField } from '../../../platform/refusal.ts';
import { keyOf } from './stored-price-list.ts';

/** As people head their columns, in the shop's languages; folded by `headingOf`. */
const HEADINGS = {
  id:
    'goods id, product id, item id, id, sku, article, ' +
    '商品编号, 产品编号, 编号, ид, артикул, код, код товара, ' +
    'id do produto, código, codigo',
  product:
    'product, product name, name, goods, item, title, ' +
    '商品, 产品, 名称, 商品名称, 产品名称, 品名, ' +
    'товар, продукт, название, наименование, produto, nome, nome do produto',
  quantity:
    'min quantity, minimum quantity, quantity, from, from quantity, quantity from, qty, min qty, minimum, moq, ' +
    'minimum order, min order, from pcs, ' +
    '数量, 起订量, 最小数量, 最低数量, 起批量, ' +
    'от, от штук, от шт, количество, кол-во, количество от, кол-во от, мин количество, мин кол-во, ' +
    'минимальное количество, минимальный заказ, минимум, ' +
    'quantidade, qtd, a partir de, quantidade mínima, quantidade minima, qtd mínima, qtd minima, mínimo, pedido mínimo',
  price:
    'price, unit price, price each, price per unit, price per account, new price, your price, ' +
    '价格, 单价, 售价, 新价格, ' +
    'цена, цена за штуку, цена за шт, новая цена, стоимость, ' +
    'preço, preco, preço unitário, preco unitario, novo preço, valor, valor unitário',
} as const;
type Column = keyof typeof HEADINGS;
const COLUMNS = Object.keys(HEADINGS) as Column[];

type Product = {
  readonly id: bigint;
  readonly names: readonly string[];
  readonly name: string;
  readonly maxQuantity: number;
};
type PriceLine = {
  readonly product: Product;
  readonly minQuantity: number;
  readonly priceMicro: bigint;
};

/** Problems that an answer names. */
const MOST_PROBLEMS = 100;

/**
 * The prices in a table, for a price list; saves nothing. Products are found by id, or by a name in any language that
 * no other has. Where a line is wrong, the answer has no prices but names each wrong line, and none while prices that
 * could be two amounts wait for `decimal_sign`. Lines without a word are passed over, and so is what stands above the
 * heading. Refuses a text that is no table or was not UTF-8, lacks a column or has one twice, or has no or too many lines
 * (invalidFormat, field `text`).
 */
export async function previewPriceFile(
  { db, language }: Ctx,
  { body }: Input<'previewPriceFile'>,
): Promise<Data<'previewPriceFile'>> {
  const rows = await db.selectFrom('goods').select(['id', 'name', 'max_quantity']).execute();
  const products = rows.map(({ id, name, max_quantity }) => ({
    id,
    names: Object.values(name).flatMap((one) => (one ? [folded(one)] : [])),
    name: textIn(name, language),
    maxQuantity: max_quantity,
  }));
  const { prices, problems, question } = readPriceTable(body.text, products, body.decimal_sign);
  const isAnswered = question === null || body.decimal_sign !== undefined;
  const read = problems.length > 0 || !isAnswered ? [] : prices;
  return {
    prices: read.map(({ product, minQuantity, priceMicro }) => ({
      goods_id: product.id.toString(),
      name: product.name,
      min_quantity: minQuantity,
      price: formatMicro(priceMicro),
    })),
    question,
    problems: problems.slice(0, MOST_PROBLEMS),
  };
}

type PriceTable = Pick<Data<'previewPriceFile'>, 'problems' | 'question'> & {
  readonly prices: readonly PriceLine[];
};

/** The lines of a table of prices, and what is wrong with which. Refuses as `previewPriceFile` does. */
function readPriceTable(
  text: string,
  products: readonly Product[],
  decimalSign: DecimalSign | undefined,
): PriceTable {
  if (text.includes(REPLACED)) refuseField('invalidFormat', 'text', 'encoding');
  const written = readCsvRows(text, MOST_LIST_PRICES)
    .map(withoutEnd)
    .filter(({ record }) => record.length > 0);
  const headAt = written.slice(0, MOST_ABOVE_HEADING).findIndex(({ record }) => isHeading(record));
  if (headAt === -1) refuseField('invalidFormat', 'text', 'wrong');
  const [head, rows] = [written[headAt]!, written.slice(headAt + 1)];
  const columns = findColumns(head.record);
  if (rows.length === 0) refuseField('invalidFormat', 'text', 'missing');
  if (rows.length > MOST_LIST_PRICES) refuseField('invalidFormat', 'text', 'long', MOST_LIST_PRICES);
  const find = finderOf(products);
  const isWhole = (row: CsvRow): boolean => isInPlace(row, head, columns);
  const cellOf = ({ record }: CsvRow, column: Column): string =>
    unquoted(record[columns[column] ?? -1] ?? '');
  // Shifted cells say nothing about the column.
  const cells = rows.map((row) => (isWhole(row) ? cellOf(row, 'price') : ''));
  const column = readAmounts(cells, decimalSign);
  const question = questionOf(
    column,
    cells,
    rows.map(({ line }) => line),
  );
  const seen = new Set<string>();
  const prices: PriceLine[] = [];
  const problems: PriceTable['problems'] = [];
  for (const [at, row] of rows.entries()) {
    const read = isWhole(row)
      ? readLine((name) => cellOf(row, name), column.amounts[at]!, find)
      : { problem: 'fields' as const, value: shown(row.record.join(' ')) };
    if (read === 'ambiguous') continue;
    if ('problem' in read) {
      problems.push({ line: row.line, ...read });
      continue;
    }
    const key = keyOf(read.product.id, read.minQuantity);
    if (seen.has(key)) problems.push({ line: row.line, problem: 'repeated', value: read.product.name });
    seen.add(key);
    prices.push(read);
  }
  return { prices, problems, question };
}

const isQuotedWhole = (cell: string): boolean => (cell.match(/"/g) ?? []).length % 2 === 0;

/**
 * Whether the cells stand in their columns: a line may leave out empty ones at its end, but none was cut within
 * quotation marks, and behind the price of a shorter line stands no number that is its fraction.
 */
function isInPlace(row: CsvRow, head: CsvRow, columns: Partial<Record<Column, number>>): boolean {
  const { record, isBroken } = row;
  if (record.length > head.record.length || (isBroken && !record.every(isQuotedWhole))) return false;
  const next = columns.price! + 1;
  // A line with more cells than its heading has another number of values, whatever stands at its end.
  const mayBeFraction =
    row.width > head.width || (record.length < head.record.length && !Object.values(columns).includes(next));
  return !(mayBeFraction && isCutInTwo(row, columns.price!));
}

type Wrong = { readonly problem: PriceFileProblem; readonly value: string };
type Finder = (id: string, name: string) => Product | 'products' | undefined;

/** `ambiguous`: nothing is wrong but that the price could be two. */
function readLine(
  cell: (column: Column) => string,
  price: Amount,
  find: Finder,
): PriceLine | Wrong | 'ambiguous' {
  const wrong = (problem: PriceFileProblem, value: string): Wrong => ({ problem, value: shown(value) });
  const [id, name, quantity] = [cell('id'), cell('product'), cell('quantity')];
  const product = find(id, name);
  if (!product) return wrong('product', id || name);
  if (product === 'products') return wrong('products', `${id} ${name}`);
  const minQuantity = quantity === '' ? 1 : readQuantity(quantity);
  if (minQuantity === null) return wrong('quantity', quantity);
  if (minQuantity > product.maxQuantity) return wrong('most', quantity);
  if (price === 'ambiguous') return price;
  if (typeof price !== 'bigint' || price === 0n) return wrong('price', cell('price'));
  return { product, minQuantity, priceMicro: price };
}

const shown = (value: string): string => value.slice(0, 100);

const FROM = /^(?:≥|>=|from|min\.?|от|мин\.?|a partir de)\s*/iu;
const OR_MORE = /\s*(?:\+|pcs?\.?|шт\.?|un\.?|个|件|起|或以上)+$/iu;

/**
 * A whole number from 1, thousands separated or not: a sign before three digits separates them. "100+" and "from 100" are
 * 100. Null for anything else.
 */
function readQuantity(written: string): number | null {
  const text = written.replace(FROM, '').replace(OR_MORE, '');
  // As if fractions had the other sign than the one written: then no sign of a whole number is for them.
  const read = readDecimal(text, { sign: text.includes('.') ? ',' : '.', decimals: 0 });
  const [, whole] = (read !== null && 'decimal' in read && /^(\d{1,9})(?:\.0*)?$/.exec(read.decimal)) || [];
  return whole === undefined || Number(whole) < 1 ? null : Number(whole);
}

/** Without the shop's currency: "Price (USDT)" is "price", and "Price (EUR)" is not. */
const headingOf = (name: string): string =>
  folded(name)
    .replaceAll(/[([（]\s*(?:usdt?|[$₮])\s*[)\]）]|[_./:,*#№$₮]+|\busdt?\b/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();

/** Lines above a heading: the name of the list, a date. */
const MOST_ABOVE_HEADING = 10;

const isColumn = (name: string, column: Column): boolean =>
  HEADINGS[column].split(', ').includes(headingOf(name));

const isHeading = (record: readonly string[]): boolean =>
  record.some((name) => isColumn(name, 'id') || isColumn(name, 'product')) &&
  record.some((name) => isColumn(name, 'price'));

/** By id, else by a name that belongs to one product. `products`: an id, and a name that is not of its product. */
function finderOf(products: readonly Product[]): Finder {
  const byId = new Map(products.map((one) => [one.id.toString(), one]));
  const byName = new Map<string, Product | null>();
  for (const one of products)
    for (const name of new Set(one.names)) byName.set(name, byName.has(name) ? null : one);
  return (id, name) => {
    const named = byName.get(folded(name)) ?? undefined;
    // Some write ids below "product".
    if (id === '') return named ?? (byName.has(folded(name)) ? undefined : byId.get(name));
    const found = byId.get(id);
    return found && name !== '' && !found.names.includes(folded(name)) ? 'products' : found;
  };
}

/** Refuses a column that is there twice (invalidFormat): nobody says which of them counts. */
function findColumns(head: readonly string[]): Partial<Record<Column, number>> {
  const found = COLUMNS.map((column) => {
    const [index = -1, ...more] = head.flatMap((name, at) => (isColumn(name, column) ? [at] : []));
    if (more.length > 0) refuseField('invalidFormat', 'text', 'twice');
    return [column, index] as const;
  });
  return Object.fromEntries(found.filter(([, index]) => index >= 0));
}
