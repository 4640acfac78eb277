import { chainsOf, familyOf, NodeError, recordOf, type ChainNode } from '@portside/chain';
import { SWEEP_ENERGY, SWEEP_GAS } from '@portside/checkout';
import type { Network } from '@portside/contract';
import { formatUnits } from 'viem';

/** What a unit of gas (on TRON: of energy) costs, in the smallest unit of the network's coin. */
export type Price = { readonly network: Network; readonly perUnit: bigint };

/** By the first node that answers; null where none does. */
export async function readPrice(nodes: readonly ChainNode[], network: Network): Promise<Price | null> {
  for (const node of nodes) {
    try {
      const answer = await node.request('eth_gasPrice', []);
      if (typeof answer === 'string' && /^0x[0-9a-fA-F]{1,32}$/.test(answer))
        return { network, perUnit: BigInt(answer) };
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
    }
  }
  return null;
}

type Counts = {
  /** Addresses that were never swept, which are made first, and others. */
  readonly first: number;
  readonly later: number;
  /** The part of an address of a full transaction, instead of transactions of their own. */
  readonly isShared?: boolean;
};

const USED = { evm: SWEEP_GAS, tron: SWEEP_ENERGY } as const;

/** What sweeping so many addresses takes, in the network's coin. An estimate: the wallet tells the exact fee. */
export function costOf({ network, perUnit }: Price, { first, later, isShared = false }: Counts): string {
  const used = USED[familyOf(network)];
  const { sweepBatch } = chainsOf(network);
  const transactions = Math.ceil((first + later) / sweepBatch);
  const own = isShared ? used.transaction / BigInt(sweepBatch) : used.transaction * BigInt(transactions);
  const units = own + used.first * BigInt(first) + used.later * BigInt(later);
  return formatUnits(units * perUnit, recordOf(network).coin.decimals);
}
