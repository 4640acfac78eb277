import type { BatchCounts } from './batches.sql.ts';
import type { LineFault } from './check-line.ts';

/** A line that its reader has already found unfit. */
type UnfitLine = { readonly fault: LineFault; readonly text: string };
export type ImportLine = string | UnfitLine;
export type Lines = AsyncIterable<ImportLine> | Iterable<ImportLine>;

/** How far an import has come. */
export type ImportReport = BatchCounts & { readonly batchId: bigint };
