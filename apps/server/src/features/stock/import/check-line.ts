import type { AccountForm } from '@portside/accounts/account-form';
import type { Db } from '../../../platform/db/db.ts';
import type { LineFault } from '../stock.sql.ts';
import type { BatchCounts } from './batches.sql.ts';

/** What a decoder puts in place of bytes that are no UTF-8. */
export const NOT_UTF8 = '\ufffd';

/** In characters. */
export const LONGEST_LINE = 4_000;

/** Why a line cannot be sold as it is; null if it can. */
export function checkLine(text: string): LineFault | 'blank' | null {
  if (text.trim() === '') return 'blank';
  if (text.length > LONGEST_LINE) return 'too long';
  // A tab may separate fields; a NUL cannot be stored, other control characters would break TXT files.
  if (/[^\P{Cc}\t]/u.test(text)) return 'control characters';
  return null;
}

/**
 * Whether a line has all the fields that its product names, the first two of them filled: an account without its
 * password cannot be sold. Further fields are allowed; a product that names fewer than two accepts any line.
 */
export function hasAllFields(text: string, { separator, columns }: AccountFormat): boolean {
  if (columns < 2 || separator === '') return true;
  const first = text.indexOf(separator);
  if (first < 0) return false;
  const start = first + separator.length;
  const second = text.indexOf(separator, start);
  const end = second < 0 ? text.length : second;
  if (isBlank(text, 0, first) || isBlank(text, start, end)) return false;
  let at = first;
  for (let ends = 1; ends < columns - 1 && at >= 0; ends += 1)
    at = text.indexOf(separator, at + separator.length);
  return at >= 0;
}

const isBlank = (text: string, start: number, end: number): boolean => text.slice(start, end).trim() === '';

/** How a product's accounts are written: how many fields they have at least, and the text between them. */
export type AccountFormat = { readonly separator: string; readonly columns: number };

/** With the names of its fields. */
export type NamedFormat = AccountFormat & { readonly columnNames: readonly string[] };

/** As identities are computed by. */
export const writtenAs = ({ separator, columnNames }: NamedFormat): Written => ({
  separator,
  columns: columnNames,
});

/** How an account is written, as far as its identity depends on it. */
export type Written = Pick<AccountForm, 'separator' | 'columns'>;

/** The format belongs to the catalogue, a higher feature. */
export type FormatPort = {
  /** Of a product that exists. */
  formatOf(db: Db, goodsId: bigint): Promise<NamedFormat>;
};

/** A line that its reader has already found unfit. */
type UnfitLine = { readonly fault: LineFault; readonly text: string };

export type ImportLine = string | UnfitLine;

export type Lines = AsyncIterable<ImportLine> | Iterable<ImportLine>;

/** How far an import has come. */
export type ImportReport = BatchCounts & { readonly batchId: bigint };
