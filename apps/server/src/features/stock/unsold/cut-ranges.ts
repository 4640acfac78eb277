import type { FreeRange, ItemRange } from '../ranges.sql.ts';

/** A free range, what is left of it, and what was cut out of it. */
type CutRange = {
  readonly range: FreeRange;
  readonly left: readonly ItemRange[];
  readonly cut: readonly ItemRange[];
};

/**
 * Cuts items out of free ranges, which do not overlap. Pure, one pass over both. Returns only the ranges that hold some
 * of the items, by id; items that are not free are skipped. Both lists may be in any order; `wanted` may overlap.
 */
export function cutRanges(free: readonly FreeRange[], wanted: readonly ItemRange[]): CutRange[] {
  const cuts = joinOverlapping(wanted);
  const found: CutRange[] = [];
  let first = 0;
  for (const range of free.toSorted((a, b) => compare(a.nextId, b.nextId))) {
    while (first < cuts.length && cuts[first]!.endId <= range.nextId) first += 1;
    const one = cutOne(range, cuts, first);
    if (one.cut.length > 0) found.push(one);
  }
  return found;
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function joinOverlapping(ranges: readonly ItemRange[]): ItemRange[] {
  const joined: { firstId: bigint; endId: bigint }[] = [];
  for (const { firstId, endId } of ranges.toSorted((a, b) => compare(a.firstId, b.firstId))) {
    const last = joined.at(-1);
    if (!last || last.endId < firstId) joined.push({ firstId, endId });
    else if (last.endId < endId) last.endId = endId;
  }
  return joined;
}

/** Only cuts from index `from` on can touch the range; those before end before it. */
function cutOne(range: FreeRange, cuts: readonly ItemRange[], from: number): CutRange {
  const left: ItemRange[] = [];
  const cut: ItemRange[] = [];
  let at = range.nextId;
  for (let index = from; index < cuts.length && cuts[index]!.firstId < range.endId; index += 1) {
    const { firstId, endId } = cuts[index]!;
    const start = firstId > at ? firstId : at;
    const end = endId < range.endId ? endId : range.endId;
    if (start > at) left.push({ firstId: at, endId: start });
    cut.push({ firstId: start, endId: end });
    at = end;
  }
  if (at < range.endId) left.push({ firstId: at, endId: range.endId });
  return { range, left, cut };
}
