import type { Gender } from '@portside/contract';
import {
  STOCK_GENDERS,
  type FreeRange,
  type ItemRange,
  type Lane,
  type StockGender,
} from '../../stock/index.ts';

/** A range that orders took from: from where to where. */
export type UsedRange = FreeRange & { readonly usedTo: bigint };

/** "Random" may take any gender; otherwise just the one asked for. */
export function lanesOf({ goodsId, gender }: { readonly goodsId: bigint; readonly gender: Gender }): Lane[] {
  const genders: readonly StockGender[] = gender === 'random' ? STOCK_GENDERS : [gender];
  return genders.map((one) => ({ goodsId, gender: one }));
}

/** Free ranges by lane, shortened from the front as orders take from them. */
export class Shelf {
  readonly #lanes = new Map<string, { range: FreeRange; nextId: bigint }[]>();

  constructor(ranges: readonly FreeRange[]) {
    for (const range of ranges) {
      const lane = this.#lanes.get(laneKey(range)) ?? [];
      lane.push({ range, nextId: range.nextId });
      this.#lanes.set(laneKey(range), lane);
    }
  }

  /** Exactly `quantity` items out of the lanes, the first lane first; null, and nothing taken, if too few. */
  take(lanes: readonly Lane[], quantity: number): ItemRange[] | null {
    const parts = lanes.flatMap((lane) => this.#lanes.get(laneKey(lane)) ?? []);
    const free = parts.reduce((sum, part) => sum + (part.range.endId - part.nextId), 0n);
    let wanted = BigInt(quantity);
    if (free < wanted) return null;
    const taken: ItemRange[] = [];
    for (const part of parts) {
      const left = part.range.endId - part.nextId;
      const count = left < wanted ? left : wanted;
      if (count === 0n) continue;
      taken.push({ firstId: part.nextId, endId: part.nextId + count });
      part.nextId += count;
      wanted -= count;
      if (wanted === 0n) break;
    }
    return taken;
  }

  used(): UsedRange[] {
    return [...this.#lanes.values()]
      .flat()
      .filter((part) => part.nextId !== part.range.nextId)
      .map((part) => ({ ...part.range, usedTo: part.nextId }));
  }
}

const laneKey = (lane: Lane): string => `${lane.goodsId}/${lane.gender}`;
