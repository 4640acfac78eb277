import { RangeLimits } from './range-limits.ts';
import { logsAnswer } from '../nodes/rpc.ts';
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
        const answer = before.has(key) ? before.get(key) : await node.request(method, params);
        if (method === 'eth_getLogs') hashes = new Map([...hashes, ...hashesIn(answer)]);
        if (hash !== undefined && hashOf(answer) === hash) used.set(key, answer);
        return answer;
      },
    };
  }
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

/** What a follower remembers between scans to send fewer requests. Nothing recorded depends on it. */
export class ScanMemory {
  readonly pending = new PendingCache();
  readonly limits = new RangeLimits();
  /** How many addresses each node takes in one filter. */
  readonly lists = new RangeLimits();
  readonly #onChain = new Map<string, number>();

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
