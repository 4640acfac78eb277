import type { StockBatch } from '@portside/contract';

type Counts = Pick<StockBatch, 'lines' | 'added' | 'duplicates' | 'rejected'>;

/** Lines that were neither added nor refused: blank ones and the header. */
export const skippedLines = ({ lines, added, duplicates, rejected }: Counts): number =>
  lines - added - duplicates - rejected;
