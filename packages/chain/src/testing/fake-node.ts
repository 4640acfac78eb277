import { NodeError } from '../nodes/node-error.ts';
import { TRANSFER_TOPIC } from '../scanning/topics.ts';
import type { ChainNode } from '../types.ts';
import { type FakeChain, toWire } from './fake-chain.ts';

type Answer = (params: readonly unknown[], honest: () => unknown) => unknown;
type Filter = { fromBlock: string; toBlock: string; address: string; topics: [string, null, string[]] };

export type FakeNode = ChainNode & {
  /** Blocks between the head and the final one. */
  lag: number;
  /** Most blocks of one eth_getLogs. */
  maxRange: number;
  /** Replaces the answer, by method. */
  faults: Map<string, Answer>;
  asked: { method: string; params: readonly unknown[] }[];
};

/** A node that serves `chain` honestly, except for the faults set in `faults`. */
export function fakeNode(chain: FakeChain, { name = 'a', chainId = 7_700_001, lag = 2 } = {}): FakeNode {
  const node: FakeNode = {
    name,
    lag,
    maxRange: Number.MAX_SAFE_INTEGER,
    faults: new Map(),
    asked: [],
    async request(method, params) {
      node.asked.push({ method, params });
      const honest = () => toWire(answer(method, params));
      const fault = node.faults.get(method);
      return fault ? fault(params, honest) : honest();
    },
  };

  function answer(method: string, params: readonly unknown[]): unknown {
    if (method === 'eth_chainId') return chainId;
    if (method === 'eth_getBlockByNumber') return chain.blocks[blockNumber(String(params[0]))] ?? null;
    if (method === 'eth_getLogs') return logs(params[0] as Filter);
    if (method === 'eth_getTransactionReceipt') {
      return chain.receipts().find((receipt) => receipt.transactionHash === params[0]) ?? null;
    }
    throw new NodeError('rpc', { node: name, method, code: -32601 }, 'method not found');
  }

  function blockNumber(tag: string): number {
    if (tag === 'latest') return chain.head;
    if (tag === 'finalized') return Math.max(0, chain.head - node.lag);
    return Number(tag);
  }

  function logs({ fromBlock, toBlock, address, topics: [topic0, , recipients] }: Filter) {
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (to - from >= node.maxRange) {
      throw new NodeError(
        'rpc',
        { node: name, method: 'eth_getLogs', code: -32602 },
        'exceed max block range',
      );
    }
    return chain
      .receipts()
      .flatMap((receipt) => receipt.logs)
      .filter(
        (log) =>
          log.blockNumber >= from &&
          log.blockNumber <= to &&
          log.address === address &&
          log.topics[0] === topic0 &&
          topic0 === TRANSFER_TOPIC &&
          recipients.includes(String(log.topics[2])),
      );
  }

  return node;
}
