import type { WebNetwork } from './web-network.ts';

export const polygon: WebNetwork = {
  id: 'POLYGON',
  picture: 'launch',
  usualFeeCents: 4,
  recommends: 'checkout',
  coinDigits: 4,
  slip44: 966,
  tokenPocketName: 'Polygon',
};
