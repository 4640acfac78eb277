import type { StockBatch } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';

type HowFar = Pick<StockBatch, 'state' | 'lines' | 'expected_lines' | 'file'>;

/** Progress of an import from 0 to 1; null where its length is unknown. For files it counts only what was stored. */
export function importProgress({ state, lines, expected_lines: expected, file }: HowFar): number | null {
  if (state === 'done') return 1;
  if (file) return file.from_byte / file.bytes;
  return expected === null ? null : Math.min(1, lines / expected);
}

type Counts = Pick<StockBatch, 'lines' | 'added' | 'duplicates' | 'rejected' | 'held'>;

/** Lines that wait for a decision. */
export const heldLines = ({ held }: Pick<Counts, 'held'>): number =>
  held['same account'] + held['same login'];

/** Lines that were neither added, held nor refused: blank ones, the header, and rows of other products. */
export const skippedLines = ({ lines, added, duplicates, rejected, held }: Counts): number =>
  lines - added - duplicates - rejected - heldLines({ held });

/** Refetches everything that shows stock. */
export function useStockChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = [
      'listStockBatches',
      'readStockBatch',
      'listHeldLines',
      'listAllGoods',
      'countUnsold',
      'listUnsold',
      'listWithdrawn',
      'listStockMoves',
      'listAgeingRules',
      'listAgeingStock',
      'listGoods',
      'readTasks',
    ] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}
