import { addColumns, countSplitValues, formatLines } from '@portside/accounts/format-accounts';
import { textIn, type Data, type DeliveryFormat, type Input, type Language } from '@portside/contract';
import { stringify } from 'csv-stringify/sync';
import type { Ctx } from '../../../platform/context.ts';
import type { GoodsRow } from '../../goods/index.ts';
import { getOwnOrder } from '../listing/own-orders.ts';
import type { OrderRow } from '../orders.sql.ts';
import { findDeliveryFormat } from './delivery-format.ts';
import { dayIn } from '../../settings/index.ts';
import { findAccounts, type OpenedAccount, type OrderAccounts } from './open-accounts.ts';

/** Without it, spreadsheets take UTF-8 for the computer's old code page. */
const UTF8_MARK = '\ufeff';

/** How a file is written: as imported, as a table for spreadsheets, or in the buyer's own format. */
export type FileFormat = 'txt' | 'csv' | DeliveryFormat;

/** Its ending, which is also its type's name. */
export const endingOf = (format: FileFormat) => (typeof format === 'string' ? format : format.file_type);

/** Its type for HTTP. */
export const typeOf = (format: FileFormat): string =>
  ({ txt: 'text/plain', csv: 'text/csv', jsonl: 'application/x-ndjson' })[endingOf(format)];

/** A file of accounts, in texts as they are opened. `columns`: as the survey of the whole order found them. */
export async function* writeFile(
  steps: AsyncIterable<readonly OpenedAccount[]>,
  format: FileFormat,
  columns: readonly string[],
): AsyncGenerator<string> {
  if (format === 'csv') {
    yield `${UTF8_MARK}${toCsv([columns])}`;
    for await (const step of steps) yield toCsv(step.map((account) => cellsOf(account, columns)));
  } else if (format === 'txt') {
    for await (const step of steps) yield toLines(step.map(({ text }) => text));
  } else {
    const { head, lineOf } = formatLines(columns, format);
    yield `${format.file_type === 'csv' ? UTF8_MARK : ''}${toLines(head)}`;
    for await (const step of steps) yield toLines(step.map(lineOf));
  }
}

const toLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Fields are not escaped against spreadsheet formulas: that would change passwords. An XLSX file is for those. */
const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: 'windows', quoted: true });

/** The values in the places of the columns. */
export const cellsOf = ({ fields }: OpenedAccount, columns: readonly string[]): string[] =>
  columns.map(
    (name, at) =>
      (fields[at]?.name === name ? fields[at] : fields.find((one) => one.name === name))?.value ?? '',
  );

export type Survey = {
  readonly columns: readonly string[];
  /** Values that hold what separates them from the next, in the line as imported and in the buyer's format. */
  readonly split: { readonly txt: number; readonly own: number };
  readonly longestValue: number;
};

/** Reads all accounts once: what must be known of them before the first line of a file is written. */
export const survey = async (accounts: OrderAccounts, own: DeliveryFormat | undefined): Promise<Survey> =>
  (await surveyWithin(accounts, own, Infinity))!;

/** The same; null, and read no further, where their texts have more bytes. */
export async function surveyWithin(
  accounts: OrderAccounts,
  own: DeliveryFormat | undefined,
  most: number,
): Promise<Survey | null> {
  const columns = new Set<string>();
  const split = { txt: 0, own: 0 };
  let longestValue = 0;
  let bytes = 0;
  for await (const step of accounts.open()) {
    addColumns(columns, step);
    for (const account of step) {
      bytes += Buffer.byteLength(account.text);
      for (const { value } of account.fields) {
        longestValue = Math.max(longestValue, value.length);
        if (value.includes(account.separator)) split.txt += 1;
      }
      if (own) split.own += countSplitValues(account, own);
    }
    if (bytes > most) return null;
  }
  return { columns: [...columns], split, longestValue };
}

/** Refuses once the account data is erased (accountsDeleted). */
export async function surveyAccounts(
  ctx: Ctx,
  { params }: Input<'surveyAccounts'>,
): Promise<Data<'surveyAccounts'>> {
  const order = await getOwnOrder(ctx, params.order_no);
  const own = await findDeliveryFormat(ctx.db, order.user_id);
  const { columns, split, longestValue } = await survey(await findAccounts(ctx, order), own);
  return {
    columns: [...columns],
    split_values: { txt: split.txt, own: own ? split.own : null },
    longest_value: longestValue,
  };
}

const LONGEST_NAME = 120;

type Named = {
  readonly goods: GoodsRow;
  readonly order: OrderRow;
  readonly language: Language;
  /** Whose day the order's is: the shop's time zone. */
  readonly zone: string;
};

/** The name of an order's files as the operator chose it for the product, without its ending. */
export function nameFile({ goods, order, language, zone }: Named): string {
  const parts: Record<string, string> = {
    order_no: order.order_no,
    product: textIn(goods.name, language),
    quantity: String(order.quantity),
    date: dayIn(zone, order.created_at),
  };
  const name = goods.file_name
    .replace(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? '')
    // A product's name may contain what a file system refuses.
    .replace(/[\\/:*?"<>|\p{Cc}\p{Cs}]+/gu, ' ')
    .replace(/^[. ]+/, '');
  const short = name
    .slice(0, LONGEST_NAME)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trim();
  return short === '' ? order.order_no : short;
}
