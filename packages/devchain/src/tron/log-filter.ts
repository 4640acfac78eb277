import { type Hex, numberToHex } from 'viem';
import { RpcError } from '../node/rpc.ts';

const INVALID_PARAMS = -32602;
const MAX_BLOCK_RANGE = 5_000;

type Filter = {
  fromBlock?: string;
  toBlock?: string;
  blockHash?: Hex;
  address?: Hex | Hex[];
  topics?: unknown[];
};

type Heights = {
  head: number;
  finalNumber(): Promise<number>;
  numberOf(blockHash: Hex): Promise<Hex | null>;
};

/**
 * Parses a filter of `eth_getLogs` with java-tron's limits: the range is cut at the head and has at most 5,000 blocks.
 * Null for a range beyond the head, which is an error on Ethereum's nodes but not on TRON's.
 */
export async function readLogFilter(input: unknown, heights: Heights) {
  const { fromBlock, toBlock, blockHash, ...rest } = (input ?? {}) as Filter;
  for (const address of [rest.address ?? []].flat()) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address))
      throw new RpcError(INVALID_PARAMS, `invalid address: ${address}`);
  }
  if (blockHash) {
    const number = await heights.numberOf(blockHash);
    return number && { ...rest, fromBlock: number, toBlock: number };
  }
  const from = await heightOf(fromBlock, heights.head, heights);
  const to = await heightOf(toBlock, Number.POSITIVE_INFINITY, heights);
  if (from > to) throw new RpcError(INVALID_PARAMS, 'please verify: fromBlock <= toBlock');
  const end = Math.min(to, heights.head);
  if (end - from > MAX_BLOCK_RANGE) {
    throw new RpcError(INVALID_PARAMS, `exceed max block range: ${MAX_BLOCK_RANGE}`);
  }
  return from > end ? null : { ...rest, fromBlock: numberToHex(from), toBlock: numberToHex(end) };
}

async function heightOf(tag: string | undefined, latest: number, heights: Heights): Promise<number> {
  if (tag === undefined || tag === 'latest') return latest;
  if (tag === 'earliest') return 0;
  if (tag === 'finalized') return heights.finalNumber();
  if (!/^0x[0-9a-fA-F]+$/.test(tag)) throw new RpcError(INVALID_PARAMS, `TAG ${tag} not supported`);
  return Number(tag);
}
