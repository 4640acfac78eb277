import type { StockBatch } from '@portside/contract';

type HowFar = Pick<StockBatch, 'state' | 'lines' | 'expected_lines' | 'file'>;

/** Progress of an import from 0 to 1; null where its length is unknown. For files it counts only what was stored. */
export function importProgress({ state, lines, expected_lines: expected, file }: HowFar): number | null {
  if (state === 'done') return 1;
  if (file) return file.from_byte / file.bytes;
  return expected === null ? null : Math.min(1, lines / expected);
}
