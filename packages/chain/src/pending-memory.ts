import { logsAnswer } from './rpc-answers.ts';
import type { ChainNode } from './types.ts';

/**
 * What was read of blocks that are not final, from one look to the next. A payment on its way would else be
 * asked for again at every look until it is final, which public nodes' daily limits do not allow. Only what
 * the block hash of a log vouches for is taken from here, and only for the eye: final blocks are read anew.
 */
export class PendingMemory {
  #kept: ReadonlyMap<string, unknown> = new Map();

  /** The node for one look. What that look has no use for is forgotten. */
  recall(node: ChainNode): ChainNode {
    const before = this.#kept;
    const used = new Map<string, unknown>();
    this.#kept = used;
    /** Block hashes by transaction and by height, as the logs of this look tell them. */
    let hashes: ReadonlyMap<string, string> = new Map();
    return {
      name: node.name,
      async request(method, params) {
        const hash = hashes.get(subjectOf(method, params));
        const key = `${node.name} ${method} ${String(params[0])} ${hash}`;
        const answer = before.has(key) ? before.get(key) : await node.request(method, params);
        if (method === 'eth_getLogs') hashes = hashesIn(answer);
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

/** Of the block that the answer is, or stands in. */
function hashOf(answer: unknown): string | undefined {
  const { blockHash, hash } = (answer ?? {}) as { blockHash?: unknown; hash?: unknown };
  return String(blockHash ?? hash).toLowerCase();
}
