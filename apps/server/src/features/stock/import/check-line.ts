import { LONGEST_LINE } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { LineFault } from '../stock.sql.ts';
import type { BatchCounts } from './batches.sql.ts';

/** Why a line cannot be sold as it is, whatever its product; null if it can. */
export function checkLine(text: string): LineFault | 'blank' | null {
  if (text.trim() === '') return 'blank';
  if (text.length > LONGEST_LINE) return 'too long';
  // A tab may separate fields; a NUL cannot be stored, other control characters would break TXT files.
  if (/[^\P{Cc}\t]/u.test(text)) return 'control characters';
  return null;
}

/** How a product's accounts are written: how many fields they have at least, and the text between them. */
export type AccountFormat = { readonly separator: string; readonly columns: number };

/** With the names of its fields. */
export type NamedFormat = AccountFormat & { readonly columnNames: readonly string[] };

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
