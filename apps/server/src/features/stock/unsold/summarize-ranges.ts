import type { ItemRange } from '../ranges.sql.ts';

/** Keeps an audit entry readable. */
const MAX_LISTED = 200;

/** Items as an audit entry lists them, by id: `7` or `7-12`, and how many further such runs there are. */
export function summarizeRanges(ranges: readonly ItemRange[]): { items: string[]; further?: number } {
  const joined = joinTouching(ranges);
  const items = joined.slice(0, MAX_LISTED).map(({ firstId, endId }) => {
    const lastId = endId - 1n;
    return firstId === lastId ? `${firstId}` : `${firstId}-${lastId}`;
  });
  return joined.length > MAX_LISTED ? { items, further: joined.length - MAX_LISTED } : { items };
}

/** Items in all ranges together. */
export const countItems = (ranges: readonly ItemRange[]): number =>
  ranges.reduce((sum, { firstId, endId }) => sum + Number(endId - firstId), 0);

/** Joins ranges that follow without a gap; they are ordered by id and do not overlap. */
function joinTouching(ranges: readonly ItemRange[]): ItemRange[] {
  const joined: { firstId: bigint; endId: bigint }[] = [];
  for (const { firstId, endId } of ranges) {
    const last = joined.at(-1);
    if (last?.endId === firstId) last.endId = endId;
    else joined.push({ firstId, endId });
  }
  return joined;
}
