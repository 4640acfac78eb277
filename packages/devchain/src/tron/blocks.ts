import { type Hex, numberToHex } from 'viem';
import type { Rpc } from '../node/rpc.ts';

export type EvmBlock = {
  number: Hex;
  hash: Hex;
  parentHash: Hex;
  /** Seconds. */
  timestamp: Hex;
  miner: Hex;
  transactionsRoot: Hex;
  transactions: Hex[];
};

/** A block's id: its height in the first 8 bytes, then the tail of its hash. Hex without 0x. */
export function blockId(number: number, evmHash: Hex): string {
  return number.toString(16).padStart(16, '0') + evmHash.slice(18);
}

/** The block at this height, null when there is none. */
export async function readBlock(rpc: Rpc, number: number | 'latest'): Promise<EvmBlock | null> {
  return rpc<EvmBlock | null>(
    'eth_getBlockByNumber',
    number === 'latest' ? number : numberToHex(number),
    false,
  );
}

/** The block with this id, which names its own height. */
export async function findBlock(rpc: Rpc, id: string): Promise<EvmBlock | null> {
  const number = Number.parseInt(id.slice(0, 16), 16);
  if (!Number.isSafeInteger(number)) return null;
  const block = await readBlock(rpc, number);
  return block && blockId(number, block.hash) === id ? block : null;
}

/** The answer of `wallet/getblock` with `detail: false`. */
export function presentBlock(block: EvmBlock) {
  const number = Number(block.number);
  return {
    blockID: blockId(number, block.hash),
    block_header: {
      raw_data: {
        number,
        txTrieRoot: block.transactionsRoot.slice(2),
        witness_address: `41${block.miner.slice(2)}`,
        parentHash: number === 0 ? '0'.repeat(64) : blockId(number - 1, block.parentHash),
        version: 31,
        timestamp: Number(block.timestamp) * 1_000,
      },
      witness_signature: '00'.repeat(65),
    },
  };
}
