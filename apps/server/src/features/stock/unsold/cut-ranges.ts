import type { FreeRange, ItemRange } from '../ranges.sql.ts';

/** What is left of a free range, and what was cut out of it. */
export type CutRange = {
  readonly range: FreeRange;
  readonly left: readonly ItemRange[];
  readonly cut: readonly ItemRange[];
};

/**
 * Cuts the wanted items out of free ranges, which do not overlap. Pure, one pass over both. Only ranges that hold
 * some of them are told, by id of the item; what is wanted and not free is passed over. Both lists may come in any
 * order; the wanted ones may overlap.
 */
export function cutRanges(free: readonly FreeRange[], wanted: readonly ItemRange[]): CutRange[] {
  const cuts = joinOverlapping(wanted);
  const found: CutRange[] = [];
  let passed = 0;
  for (const range of free.toSorted((a, b) => compare(a.nextId, b.nextId))) {
    while (passed < cuts.length && cuts[passed]!.endId <= range.nextId) passed += 1;
    const one = cutOne(range, cuts, passed);
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

/** Of the cuts, those from a place on; the others end before the range. */
function cutOne(range: FreeRange, cuts: readonly ItemRange[], from: number): CutRange {
  const left: ItemRange[] = [];
  const cut: ItemRange[] = [];
  let at = range.nextId;
  for (let place = from; place < cuts.length && cuts[place]!.firstId < range.endId; place += 1) {
    const { firstId, endId } = cuts[place]!;
    const start = firstId > at ? firstId : at;
    const end = endId < range.endId ? endId : range.endId;
    if (start > at) left.push({ firstId: at, endId: start });
    cut.push({ firstId: start, endId: end });
    at = end;
  }
  if (at < range.endId) left.push({ firstId: at, endId: range.endId });
  return { range, left, cut };
}
