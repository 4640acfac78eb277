import { textIn, type DeliveredAccount, type DeliveryFormat, type Language } from '@portside/contract';
import { formatAccounts } from '@portside/contract/wire/format-accounts';
import type { GoodsRow } from '../../goods/index.ts';
import type { OrderRow } from '../orders.sql.ts';

/** A delivery as a file: its name, and its type for HTTP. */
export type DeliveryFile = { readonly name: string; readonly type: string; readonly content: string };

const TYPES = { txt: 'text/plain', csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

/**
 * The accounts in the buyer's own format, else one per line exactly as they were imported: buyers paste them into their
 * tools.
 */
export function deliverFile(
  accounts: readonly DeliveredAccount[],
  { order, goods, language }: { order: OrderRow; goods: GoodsRow; language: Language },
  format: DeliveryFormat | undefined,
): DeliveryFile {
  const ending = format?.file_type ?? 'txt';
  return {
    name: `${nameFile(goods, order, language)}.${ending}`,
    type: TYPES[ending],
    content: linesOf(accounts, format)
      .map((line) => `${line}\n`)
      .join(''),
  };
}

export const linesOf = (
  accounts: readonly DeliveredAccount[],
  format: DeliveryFormat | undefined,
): string[] => (format ? formatAccounts(accounts, format) : accounts.map(({ text }) => text));

const LONGEST_NAME = 120;

/** The name of an order's files as the operator chose it for the product, without its ending. */
export function nameFile(goods: GoodsRow, order: OrderRow, language: Language): string {
  const parts: Record<string, string> = {
    order_no: order.order_no,
    product: textIn(goods.name, language),
    quantity: String(order.quantity),
    date: order.created_at.toISOString().slice(0, 10),
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
