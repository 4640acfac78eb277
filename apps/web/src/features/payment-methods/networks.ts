import type { Network } from '@portside/contract';

/** In both words that people know them by. */
export const NETWORK_NAMES = {
  TRON: 'TRON (TRC20)',
  ETH: 'Ethereum (ERC20)',
} as const satisfies Record<Network, string>;

export const NETWORKS = Object.keys(NETWORK_NAMES) as Network[];
