import type { WebNetwork } from './web-network.ts';

export const tron: WebNetwork = {
  id: 'TRON',
  picture: 'launch',
  usualFeeCents: 200,
  recommends: 'transfer',
  coinDigits: 2,
  slip44: 195,
  tokenPocketName: 'Tron',
};
