import type { Hex } from 'viem';
import { formatAddress } from './address.ts';
import { findPublicChain, recordOf, type Network } from './registry.ts';
import { formatTxHash } from './tx-hash.ts';

/** URL of a transaction's explorer page, or null on a private chain. */
export function explorerTxUrl(network: Network, chainId: number, hash: Hex): string | null {
  const explorer = findPublicChain(network, chainId)?.explorer;
  const { transaction } = recordOf(network).explorerPaths;
  return explorer ? `${explorer}/${transaction}/${formatTxHash(network, hash)}` : null;
}

/** URL of an address's explorer page, or null on a private chain. */
export function explorerAddressUrl(network: Network, chainId: number, address: Hex): string | null {
  const explorer = findPublicChain(network, chainId)?.explorer;
  return explorer
    ? `${explorer}/${recordOf(network).explorerPaths.address}/${formatAddress(network, address)}`
    : null;
}
