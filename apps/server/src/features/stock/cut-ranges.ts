import type { FreeRange, ItemRange } from './ranges.sql.ts';

/** What is left of a free range, and what was cut out of it. */
export type CutRange = {
  readonly range: FreeRange;
  readonly left: readonly ItemRange[];
  readonly cut: readonly ItemRange[];
};

/**
 * Cuts the wanted items out of free ranges. Pure. Only ranges that hold some of them are told; what is wanted
 * and not free is passed over. Both lists may come in any order; the wanted ones may overlap.
 */
export function cutRanges(free: readonly FreeRange[], wanted: readonly ItemRange[]): CutRange[] {
  const cuts = wanted.toSorted((a, b) => compare(a.firstId, b.firstId));
  return free.map((range) => cutOne(range, cuts)).filter(({ cut }) => cut.length > 0);
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function cutOne(range: FreeRange, cuts: readonly ItemRange[]): CutRange {
  const left: ItemRange[] = [];
  const cut: ItemRange[] = [];
  let at = range.nextId;
  for (const { firstId, endId } of cuts) {
    const from = firstId > at ? firstId : at;
    const to = endId < range.endId ? endId : range.endId;
    if (from >= to) continue;
    if (from > at) left.push({ firstId: at, endId: from });
    cut.push({ firstId: from, endId: to });
    at = to;
  }
  if (at < range.endId) left.push({ firstId: at, endId: range.endId });
  return { range, left, cut };
}
