import type { Hex } from 'viem';
import { formatAddress, formatTxHash } from './address.ts';
import { findPublicChain } from './chains.ts';
import { familyOf, type Family, type Network } from './registry.ts';

/** Path segments of the explorers' URLs. */
const PATHS: Record<Family, { readonly transaction: string; readonly address: string }> = {
  evm: { transaction: 'tx', address: 'address' },
  tron: { transaction: 'transaction', address: 'address' },
};

/** URL of a transaction's explorer page, or null on a private chain. */
export function explorerTxUrl(network: Network, chainId: number, hash: Hex): string | null {
  const explorer = findPublicChain(network, chainId)?.explorer;
  return explorer
    ? `${explorer}/${PATHS[familyOf(network)].transaction}/${formatTxHash(network, hash)}`
    : null;
}

/** URL of an address's explorer page, or null on a private chain. */
export function explorerAddressUrl(network: Network, chainId: number, address: Hex): string | null {
  const explorer = findPublicChain(network, chainId)?.explorer;
  return explorer
    ? `${explorer}/${PATHS[familyOf(network)].address}/${formatAddress(network, address)}`
    : null;
}
