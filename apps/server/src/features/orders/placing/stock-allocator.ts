import type { Gender } from '@portside/contract';
import {
  STOCK_GENDERS,
  type FreeRange,
  type ItemRange,
  type Lane,
  type StockGender,
} from '../../stock/index.ts';

/** A free range whose items up to `usedTo` are allocated, and those from `usedFrom` on. */
export type UsedRange = FreeRange & { readonly usedTo: bigint; readonly usedFrom: bigint };

/** The stock lanes that an order may take from: "random" allows any gender, otherwise just the one asked for. */
export function lanesOf({ goodsId, gender }: { readonly goodsId: bigint; readonly gender: Gender }): Lane[] {
  const genders: readonly StockGender[] = gender === 'random' ? STOCK_GENDERS : [gender];
  return genders.map((one) => ({ goodsId, gender: one }));
}

/**
 * Allocates items of free ranges in memory, no item twice: the oldest first, each range from its beginning; or of
 * products that are delivered newest first, the range with the highest items first, each from its end.
 */
export class StockAllocator {
  readonly #lanes = new Map<string, { range: FreeRange; nextId: bigint; endId: bigint }[]>();

  constructor(ranges: readonly FreeRange[]) {
    for (const range of ranges) {
      const lane = this.#lanes.get(laneKey(range)) ?? [];
      lane.push({ range, nextId: range.nextId, endId: range.endId });
      this.#lanes.set(laneKey(range), lane);
    }
    for (const lane of this.#lanes.values())
      if (lane[0]!.range.isNewestFirst) lane.sort((a, b) => Number(b.nextId - a.nextId));
  }

  /**
   * Exactly `quantity` items of the lanes, the first lane first; null, and nothing allocated, if they hold fewer.
   */
  allocate(lanes: readonly Lane[], quantity: number): ItemRange[] | null {
    const candidates = lanes.flatMap((lane) => this.#lanes.get(laneKey(lane)) ?? []);
    const free = candidates.reduce((sum, { nextId, endId }) => sum + (endId - nextId), 0n);
    let missing = BigInt(quantity);
    if (free < missing) return null;
    const allocated: ItemRange[] = [];
    for (const candidate of candidates) {
      const { nextId, endId, range } = candidate;
      const left = endId - nextId;
      const count = left < missing ? left : missing;
      if (count === 0n) continue;
      if (range.isNewestFirst) candidate.endId -= count;
      else candidate.nextId += count;
      allocated.push(
        range.isNewestFirst
          ? { firstId: candidate.endId, endId }
          : { firstId: nextId, endId: candidate.nextId },
      );
      missing -= count;
      if (missing === 0n) break;
    }
    return allocated;
  }

  /** The ranges that items were allocated from. */
  usedRanges(): UsedRange[] {
    return [...this.#lanes.values()]
      .flat()
      .filter(({ range, nextId, endId }) => nextId !== range.nextId || endId !== range.endId)
      .map(({ range, nextId, endId }) => ({ ...range, usedTo: nextId, usedFrom: endId }));
  }
}

/** Distinguishes stock lanes in maps. */
const laneKey = (lane: Lane): string => `${lane.goodsId}/${lane.gender}`;
