import type { Hex } from 'viem';
import { formatAddress } from './address.ts';
import { findPublicNetwork } from './networks.ts';
import { formatTxHash } from './tx-hash.ts';
import type { Network } from './types.ts';

/** Page of a transaction, or null on a private chain. */
export function explorerTxUrl(network: Network, chainId: number, hash: Hex): string | null {
  const explorer = findPublicNetwork(network, chainId)?.explorer;
  const page = network === 'TRON' ? 'transaction' : 'tx';
  return explorer ? `${explorer}/${page}/${formatTxHash(network, hash)}` : null;
}

/** Page of an address, or null on a private chain. */
export function explorerAddressUrl(network: Network, chainId: number, address: Hex): string | null {
  const explorer = findPublicNetwork(network, chainId)?.explorer;
  return explorer ? `${explorer}/address/${formatAddress(network, address)}` : null;
}
