import type { Gender } from '@portside/contract';
import {
  STOCK_GENDERS,
  type FreeRange,
  type ItemRange,
  type Lane,
  type StockGender,
} from '../../stock/index.ts';

/** A free range whose items up to `usedTo` are allocated. */
export type UsedRange = FreeRange & { readonly usedTo: bigint };

/** The stock lanes that an order may take from: "random" allows any gender, otherwise just the one asked for. */
export function lanesOf({ goodsId, gender }: { readonly goodsId: bigint; readonly gender: Gender }): Lane[] {
  const genders: readonly StockGender[] = gender === 'random' ? STOCK_GENDERS : [gender];
  return genders.map((one) => ({ goodsId, gender: one }));
}

/** Allocates items of free ranges in memory, each range from its beginning and no item twice. */
export class StockAllocator {
  readonly #lanes = new Map<string, { range: FreeRange; nextId: bigint }[]>();

  constructor(ranges: readonly FreeRange[]) {
    for (const range of ranges) {
      const lane = this.#lanes.get(laneKey(range)) ?? [];
      lane.push({ range, nextId: range.nextId });
      this.#lanes.set(laneKey(range), lane);
    }
  }

  /**
   * Exactly `quantity` items of the lanes, the first lane first; null, and nothing allocated, if they hold fewer.
   */
  allocate(lanes: readonly Lane[], quantity: number): ItemRange[] | null {
    const candidates = lanes.flatMap((lane) => this.#lanes.get(laneKey(lane)) ?? []);
    const free = candidates.reduce((sum, { range, nextId }) => sum + (range.endId - nextId), 0n);
    let missing = BigInt(quantity);
    if (free < missing) return null;
    const allocated: ItemRange[] = [];
    for (const candidate of candidates) {
      const left = candidate.range.endId - candidate.nextId;
      const count = left < missing ? left : missing;
      if (count === 0n) continue;
      allocated.push({ firstId: candidate.nextId, endId: candidate.nextId + count });
      candidate.nextId += count;
      missing -= count;
      if (missing === 0n) break;
    }
    return allocated;
  }

  /** The ranges that items were allocated from. */
  usedRanges(): UsedRange[] {
    return [...this.#lanes.values()]
      .flat()
      .filter(({ range, nextId }) => nextId !== range.nextId)
      .map(({ range, nextId }) => ({ ...range, usedTo: nextId }));
  }
}

/** Distinguishes stock lanes in maps. */
const laneKey = (lane: Lane): string => `${lane.goodsId}/${lane.gender}`;
