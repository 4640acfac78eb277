import { LONGEST_LINE } from '@portside/contract';
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

/** A line that its reader has already found unfit. */
type UnfitLine = { readonly fault: LineFault; readonly text: string };

export type ImportLine = string | UnfitLine;

export type Lines = AsyncIterable<ImportLine> | Iterable<ImportLine>;

/** How far an import has come. */
export type ImportReport = BatchCounts & { readonly batchId: bigint };
