import type { StockBatch } from '@portside/contract';

type Counts = Pick<StockBatch, 'lines' | 'added' | 'duplicates' | 'rejected'>;

/** Lines that were read and are neither accounts nor faults: blank ones, and the heading of a table. */
export const skippedLines = ({ lines, added, duplicates, rejected }: Counts): number =>
  lines - added - duplicates - rejected;
