import type { Hex } from 'viem';
import { parseAddress } from './address.ts';
import { findPublicChain, type Network } from './networks.ts';

/** Tether's contract on that chain, or null where code cannot vouch for one. */
export function pinnedToken(network: Network, chainId: number): Hex | null {
  const token = findPublicChain(network, chainId)?.token ?? null;
  return token === null ? null : parseAddress(network, token);
}
