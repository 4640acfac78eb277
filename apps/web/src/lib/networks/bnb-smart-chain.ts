import type { WebNetwork } from './web-network.ts';

export const bnbSmartChain: WebNetwork = {
  id: 'BSC',
  picture: 'launch',
  usualFeeCents: 3,
  recommends: 'checkout',
  coinDigits: 6,
  slip44: 20_000_714,
  tokenPocketName: 'BSC',
};
