import { addressBlock } from '../address-block.ts';

/** So many visitors of one address count: a whole office does, a script that makes up visitors does not. */
const MOST_COUNTED = 20;
/** One address holds no more streams open than these; a page needs one. */
const MOST_STREAMS = 200;

type Visitor = { readonly block: string; streams: number };
type Block = { visitors: number; streams: number };

/** Counts distinct visitors as they come and go; three tabs of one browser are one visitor. */
export class Presence {
  readonly #visitors = new Map<string, Visitor>();
  readonly #blocks = new Map<string, Block>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** False where the address has too many streams; then nothing was counted. */
  enter(visitorId: string, address: string): boolean {
    const block = addressBlock(address);
    if ((this.#blocks.get(block)?.streams ?? 0) >= MOST_STREAMS) return false;
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

  /** The stream that entered with these. */
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
    const before = Math.min(block.visitors, MOST_COUNTED);
    block.visitors += visitors;
    block.streams += streams;
    this.#count += Math.min(block.visitors, MOST_COUNTED) - before;
    if (block.visitors === 0 && block.streams === 0) this.#blocks.delete(name);
    else this.#blocks.set(name, block);
  }
}
