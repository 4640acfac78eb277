import { addressBlock } from '../address-block.ts';

/** So many visitors of one address count: a whole office does, a script that makes up visitors does not. */
const MOST_PER_ADDRESS = 20;

type Visitor = { readonly address: string; streams: number };

/** Counts distinct visitors as they come and go; three tabs of one browser are one visitor. */
export class Presence {
  readonly #visitors = new Map<string, Visitor>();
  readonly #perAddress = new Map<string, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  enter(visitorId: string, address: string): void {
    const known = this.#visitors.get(visitorId);
    if (known) {
      known.streams += 1;
      return;
    }
    const block = addressBlock(address);
    this.#visitors.set(visitorId, { address: block, streams: 1 });
    this.#change(block, 1);
  }

  leave(visitorId: string): void {
    const visitor = this.#visitors.get(visitorId);
    if (!visitor) return;
    visitor.streams -= 1;
    if (visitor.streams > 0) return;
    this.#visitors.delete(visitorId);
    this.#change(visitor.address, -1);
  }

  #change(address: string, difference: 1 | -1): void {
    const before = this.#perAddress.get(address) ?? 0;
    const after = before + difference;
    if (after === 0) this.#perAddress.delete(address);
    else this.#perAddress.set(address, after);
    this.#count += Math.min(after, MOST_PER_ADDRESS) - Math.min(before, MOST_PER_ADDRESS);
  }
}
