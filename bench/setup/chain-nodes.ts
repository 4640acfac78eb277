import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createNode, type ChainNode } from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Hex } from 'viem';

/** A chain generated on request: any block, with payments in some of them. */
export type BenchChain = {
  readonly network: Network;
  readonly chainId: number;
  readonly token: Hex;
  readonly treasury: Hex;
  readonly blockSeconds: number;
  /** Blocks between the head and the newest final one. */
  readonly lag: number;
  /** Unix seconds of block 0. */
  readonly startsAt: number;
};

/** Micro-USDT by block, as decimal strings. */
export type Payments = readonly (readonly [block: number, amounts: readonly string[]])[];

export type NodesOrder =
  | { readonly kind: 'open'; readonly chain: BenchChain }
  /** The newest block; null: by the clock. */
  | { readonly kind: 'head'; readonly head: number | null }
  | { readonly kind: 'pay'; readonly payments: Payments }
  | { readonly kind: 'count' };

/** Requests by node since they were last counted. */
export type Counted = Record<string, number>;

export type ChainNodes = {
  /** Two agreeing nodes, over HTTP. */
  readonly nodes: ChainNode[];
  setHead(head: number | null): Promise<void>;
  pay(payments: Payments): Promise<void>;
  count(): Promise<Counted>;
  stop(): void;
};

export const NODE_NAMES = ['one', 'other'] as const;
const TIMEOUT_MS = 10_000;

/** Starts the nodes in a process of their own, as in reality. */
export async function startChainNodes(chain: BenchChain): Promise<ChainNodes> {
  const child = fork(new URL('./chain-nodes-process.ts', import.meta.url));
  const ask = async <T>(order: NodesOrder): Promise<T> => {
    const answered = once(child, 'message');
    child.send(order);
    return ((await answered) as [T])[0];
  };
  const port = await ask<number>({ kind: 'open', chain });
  const nodes = NODE_NAMES.map((name) =>
    createNode({ name, url: `http://127.0.0.1:${port}/${name}`, timeoutMs: TIMEOUT_MS }),
  );
  return {
    nodes,
    setHead: (head) => ask({ kind: 'head', head }),
    pay: (payments) => ask({ kind: 'pay', payments }),
    count: () => ask({ kind: 'count' }),
    stop: () => void child.kill(),
  };
}
