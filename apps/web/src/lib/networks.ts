import type { Network } from '@portside/contract';

/** In the order of the page, each in both words its users know: proper names, the same in every language. */
export const NETWORK_NAMES = {
  TRON: 'TRON (TRC20)',
  ETH: 'Ethereum (ERC20)',
} as const satisfies Record<Network, string>;

export const NETWORKS = Object.keys(NETWORK_NAMES) as Network[];
