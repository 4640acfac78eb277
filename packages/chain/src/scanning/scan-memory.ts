import { RangeLimits } from './range-limits.ts';
import { NodeError, TOO_LARGE } from '../nodes/node-error.ts';
import { logsAnswer } from '../nodes/rpc.ts';
import type { Hex } from 'viem';
import type { ChainNode } from '../types.ts';

/**
 * Caches answers about non-final blocks between scans. Without it each scan would request a pending payment's block
 * and receipt again and exceed the daily limits of public nodes. Entries are keyed by block hash and only used to
 * display pending payments; final blocks are always read again.
 */
class PendingCache {
  #kept: ReadonlyMap<string, unknown> = new Map();

  /** Wraps a node for one scan. Entries that this scan does not use are dropped. */
  wrap(node: ChainNode): ChainNode {
    const before = this.#kept;
    const used = new Map<string, unknown>();
    this.#kept = used;
    /** Block hashes by transaction and by height, from the logs of this scan. */
    let hashes: ReadonlyMap<string, string> = new Map();
    return {
      name: node.name,
      async request(method, params) {
        const hash = hashes.get(subjectOf(method, params));
        const key = `${node.name} ${method} ${String(params[0])} ${hash}`;
        const answer = before.has(key)
          ? before.get(key)
          : await node.request(method, params).catch(answerTooLarge);
        if (answer instanceof NodeError) {
          // It will not be smaller next time.
          if (hash !== undefined) used.set(key, answer);
          throw answer;
        }
        if (method === 'eth_getLogs') hashes = new Map([...hashes, ...hashesIn(answer)]);
        if (hash !== undefined && hashOf(answer) === hash) used.set(key, answer);
        return answer;
      },
    };
  }
}

function answerTooLarge(error: unknown): NodeError {
  if (error instanceof NodeError && error.detail === TOO_LARGE) return error;
  throw error;
}

function subjectOf(method: string, [subject]: readonly unknown[]): string {
  if (method === 'eth_getTransactionReceipt') return String(subject);
  return method === 'eth_getBlockByNumber' ? String(Number(subject)) : '';
}

function hashesIn(logs: unknown): Map<string, string> {
  const { data = [] } = logsAnswer.safeParse(logs);
  return new Map(
    data.flatMap((log) => [
      [log.transactionHash, log.blockHash],
      [String(log.blockNumber), log.blockHash],
    ]),
  );
}

/** Hash of the block that the answer is or belongs to. */
function hashOf(answer: unknown): string | undefined {
  const { blockHash, hash } = (answer ?? {}) as { blockHash?: unknown; hash?: unknown };
  return String(blockHash ?? hash).toLowerCase();
}

/**
 * How many views of a node may pass before its chain is requested again; the hash at the cursor identifies the chain,
 * too.
 */
const VIEWS_BETWEEN = 100;

/** So often, over so long, must a node fail to give a receipt before it says that it cannot. */
const MIN_FAILURES = 3;
const MIN_FAILING_MS = 60_000;
/** Of each node, so that none can displace those of the others. */
const MAX_UNREAD = 1_000;

/** `at`: the last failure. `count` and `since` are of those during which the node gave other receipts. */
type Failing = { readonly at: number; readonly count: number; readonly since: number };

/** The receipts that each node has failed to give. */
class UnreadReceipts {
  readonly #ofNodes = new Map<string, Map<Hex, Failing>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the node failed a moment ago: only for a single block is it worth another wait. */
  isRecent(node: string, hash: Hex): boolean {
    return this.#now() - this.#of(node, hash).at < MIN_FAILING_MS;
  }

  /** Records a failure, whatever its reason. */
  note(node: string, hash: Hex): void {
    this.#save(node, hash, { ...this.#of(node, hash), at: this.#now() });
  }

  /** Records a failure while the node gave another receipt. Whether there were enough of them. */
  isHopeless(node: string, hash: Hex): boolean {
    const now = this.#now();
    const before = this.#of(node, hash);
    const [count, since] = [before.count + 1, before.count === 0 ? now : before.since];
    this.#save(node, hash, { at: now, count, since });
    return count >= MIN_FAILURES && now - since >= MIN_FAILING_MS;
  }

  /** Records that the node has given it. */
  forget(node: string, hash: Hex): void {
    this.#ofNodes.get(node)?.delete(hash);
  }

  #of(node: string, hash: Hex): Failing {
    return this.#ofNodes.get(node)?.get(hash) ?? { at: -Infinity, count: 0, since: 0 };
  }

  #save(node: string, hash: Hex, failing: Failing): void {
    const own = this.#ofNodes.get(node) ?? new Map<Hex, Failing>();
    this.#ofNodes.set(node, own.set(hash, failing));
    const [oldest] = own.keys();
    if (own.size > MAX_UNREAD && oldest !== undefined) own.delete(oldest);
  }
}

/**
 * What a follower remembers between scans to send fewer requests. Nothing recorded depends on it, except that a receipt
 * counts as unreadable only after it has failed for a while.
 */
export class ScanMemory {
  readonly unread: UnreadReceipts;
  readonly pending = new PendingCache();
  readonly limits = new RangeLimits();
  /** How many addresses each node takes in one filter. */
  readonly lists = new RangeLimits();
  readonly #onChain = new Map<string, number>();

  constructor(now = () => performance.now()) {
    this.unread = new UnreadReceipts(now);
  }

  /** Whether a node was on the watched chain a short while ago and need not be asked. */
  isKnownOnChain(node: string): boolean {
    const left = this.#onChain.get(node) ?? 0;
    this.#onChain.set(node, left - 1);
    return left > 0;
  }

  /** Records that a node reported the watched chain. */
  confirmChain(node: string): void {
    this.#onChain.set(node, VIEWS_BETWEEN);
  }

  /** After a failure or an odd report: the next answer may come from another node. */
  forgetChain(node: string): void {
    this.#onChain.delete(node);
  }
}
