import type { ItemRange } from '../ranges.sql.ts';

/** An entry stays readable; of a whole product that was sold in pieces it tells the first. */
const MOST_TOLD = 200;

/** What an audit entry says of items, by id: `7` or `7-12`, and how many more such places there are. */
export function tellRanges(ranges: readonly ItemRange[]): { items: string[]; further?: number } {
  const joined = joinTouching(ranges);
  const items = joined.slice(0, MOST_TOLD).map(({ firstId, endId }) => {
    const lastId = endId - 1n;
    return firstId === lastId ? `${firstId}` : `${firstId}-${lastId}`;
  });
  return joined.length > MOST_TOLD ? { items, further: joined.length - MOST_TOLD } : { items };
}

export const countItems = (ranges: readonly ItemRange[]): number =>
  ranges.reduce((sum, { firstId, endId }) => sum + Number(endId - firstId), 0);

/** Ranges by id that do not overlap; what follows without a gap is one. */
function joinTouching(ranges: readonly ItemRange[]): ItemRange[] {
  const joined: { firstId: bigint; endId: bigint }[] = [];
  for (const { firstId, endId } of ranges) {
    const last = joined.at(-1);
    if (last?.endId === firstId) last.endId = endId;
    else joined.push({ firstId, endId });
  }
  return joined;
}
