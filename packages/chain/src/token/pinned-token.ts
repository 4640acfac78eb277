import type { Hex } from 'viem';
import { parseAddress } from '../networks/address.ts';
import { findPublicChain } from '../networks/chains.ts';
import type { Network } from '../networks/registry.ts';

/** Tether's official contract on that chain, or null where the records have none. */
export function pinnedToken(network: Network, chainId: number): Hex | null {
  const token = findPublicChain(network, chainId)?.token ?? null;
  return token === null ? null : parseAddress(network, token);
}
