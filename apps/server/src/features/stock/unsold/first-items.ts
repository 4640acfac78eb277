import type { ItemRange } from '../ranges.sql.ts';

/** The beginning of the ranges, with so many items at most. Pure. */
export function firstItems(ranges: readonly ItemRange[], count: number): ItemRange[] {
  const page: ItemRange[] = [];
  let room = BigInt(count);
  for (const { firstId, endId } of ranges) {
    if (room === 0n) break;
    const end = endId - firstId < room ? endId : firstId + room;
    page.push({ firstId, endId: end });
    room -= end - firstId;
  }
  return page;
}
