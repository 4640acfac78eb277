import type { NetworkRecord } from '../network-record.ts';

export const polygon = {
  id: 'POLYGON',
  name: 'Polygon',
  // Has no name of its own for tokens; exchanges write the network's.
  standard: 'Polygon PoS',
  otherNames: ['MATIC', 'POL'],
  family: 'evm',
  mainChainId: 137,
  token: { decimals: 6, approvesThroughZero: false },
  coin: { name: 'POL', decimals: 18 },
} as const satisfies NetworkRecord;
