import type { Network } from '@portside/contract';

/** In the order of the page, each in both words its buyers use: proper names, the same in every language. */
export const networkNames = {
  TRON: 'TRON (TRC20)',
  ETH: 'Ethereum (ERC20)',
} satisfies Record<Network, string>;

export const NETWORKS = Object.keys(networkNames) as Network[];
