import type { WebNetwork } from './web-network.ts';

export const ethereum: WebNetwork = {
  id: 'ETH',
  picture: 'freighter',
  usualFeeCents: 300,
  recommends: 'checkout',
  coinDigits: 6,
  slip44: 60,
  tokenPocketName: 'Ethereum',
};
