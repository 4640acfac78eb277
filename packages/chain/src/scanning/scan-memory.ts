import { PendingCache } from './pending-cache.ts';
import { RangeLimits } from './range-limits.ts';

/** Views of a node between two requests for its chain; the hash at the cursor identifies the chain, too. */
const VIEWS_BETWEEN = 100;

/** What a follower keeps between its scans to ask less. Nothing that is recorded depends on it. */
export class ScanMemory {
  readonly pending = new PendingCache();
  readonly limits = new RangeLimits();
  /** How many addresses each node takes in one filter. */
  readonly lists = new RangeLimits();
  readonly #onChain = new Map<string, number>();

  /** Whether a node need not be asked for its chain: it was on the watched one, a short while ago. */
  isKnownOnChain(node: string): boolean {
    const left = this.#onChain.get(node) ?? 0;
    this.#onChain.set(node, left - 1);
    return left > 0;
  }

  /** A node has reported that it is on the watched chain. */
  confirmChain(node: string): void {
    this.#onChain.set(node, VIEWS_BETWEEN);
  }

  /** A node has failed or reported something odd: the next answer may come from another one. */
  forgetChain(node: string): void {
    this.#onChain.delete(node);
  }
}
