import { PendingCache } from './pending-cache.ts';
import { RangeLimits } from './range-limits.ts';

/** Views of a node between two questions for its chain; the hash at the cursor tells the chain, too. */
const VIEWS_BETWEEN = 100;

/** What a follower keeps between its scans to ask less. Nothing that is recorded depends on it. */
export class ScanMemory {
  readonly pending = new PendingCache();
  readonly limits = new RangeLimits();
  readonly #chains = new Map<string, { readonly chainId: number; left: number }>();

  /** The chain of a node; asked for anew after a failure and now and then. */
  async chainOf(node: string, ask: () => Promise<number>): Promise<number> {
    const known = this.#chains.get(node);
    if (known && known.left > 0) {
      known.left -= 1;
      return known.chainId;
    }
    const chainId = await ask();
    this.#chains.set(node, { chainId, left: VIEWS_BETWEEN });
    return chainId;
  }

  /** A node has failed: what answers next may be another one. */
  forgetChainOf(node: string): void {
    this.#chains.delete(node);
  }
}
