import type { ItemRange } from '../ranges.sql.ts';

/** The first `count` items of the ranges, or all where there are fewer. Pure. */
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
