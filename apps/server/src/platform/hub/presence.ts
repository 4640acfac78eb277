import { addressBlock } from '../address-block.ts';

/** Visitors counted per address: enough for an office, but a script that invents visitors gains nothing. */
export const MAX_COUNTED = 20;
/** Open streams per address; a page needs one. */
export const MAX_STREAMS = 200;

type Visitor = { readonly block: string; streams: number };
type Block = { visitors: number; streams: number };

/** Counts distinct visitors with open streams; several tabs of one browser are one visitor. */
export class Presence {
  readonly #visitors = new Map<string, Visitor>();
  readonly #blocks = new Map<string, Block>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Each visitor once, with the address block it is counted under. */
  *list(): Iterable<{ readonly visitorId: string; readonly block: string }> {
    for (const [visitorId, { block }] of this.#visitors) yield { visitorId, block };
  }

  /** Counts a stream; false, counting nothing, where the address has too many. */
  enter(visitorId: string, address: string): boolean {
    const block = addressBlock(address);
    if ((this.#blocks.get(block)?.streams ?? 0) >= MAX_STREAMS) return false;
    this.#change(block, { streams: 1 });
    const known = this.#visitors.get(visitorId);
    if (known) {
      known.streams += 1;
      return true;
    }
    this.#visitors.set(visitorId, { block, streams: 1 });
    this.#change(block, { visitors: 1 });
    return true;
  }

  /** Removes a stream that entered with the same arguments. */
  leave(visitorId: string, address: string): void {
    const visitor = this.#visitors.get(visitorId);
    if (!visitor) return;
    this.#change(addressBlock(address), { streams: -1 });
    visitor.streams -= 1;
    if (visitor.streams > 0) return;
    this.#visitors.delete(visitorId);
    this.#change(visitor.block, { visitors: -1 });
  }

  #change(name: string, { visitors = 0, streams = 0 }: Partial<Block>): void {
    const block = this.#blocks.get(name) ?? { visitors: 0, streams: 0 };
    const before = Math.min(block.visitors, MAX_COUNTED);
    block.visitors += visitors;
    block.streams += streams;
    this.#count += Math.min(block.visitors, MAX_COUNTED) - before;
    if (block.visitors === 0 && block.streams === 0) this.#blocks.delete(name);
    else this.#blocks.set(name, block);
  }
}
