import type { WebNetwork } from './web-network.ts';

export const arbitrum: WebNetwork = {
  id: 'ARBITRUM',
  picture: 'launch',
  usualFeeCents: 5,
  recommends: 'checkout',
  coinDigits: 6,
  slip44: 10_042_221,
  tokenPocketName: 'Arbitrum',
};
