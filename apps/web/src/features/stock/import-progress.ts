import type { StockBatch } from '@portside/contract';

type HowFar = Pick<StockBatch, 'state' | 'lines' | 'expected_lines' | 'file'>;

/** How much of an import is read, from 0 to 1; null where nobody said how long it is. Of a file never more than is sure. */
export function importProgress({ state, lines, expected_lines: expected, file }: HowFar): number | null {
  if (state === 'done') return 1;
  if (file) return file.from_byte / file.bytes;
  return expected === null ? null : Math.min(1, lines / expected);
}
