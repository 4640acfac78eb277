import type { NetworkRecord } from '../network-record.ts';

export const arbitrum = {
  id: 'ARBITRUM',
  name: 'Arbitrum',
  standard: 'Arbitrum One',
  otherNames: ['ARB'],
  family: 'evm',
  mainChainId: 42_161,
  token: { decimals: 6, approvesThroughZero: false },
  // Fees are paid in Ethereum's coin.
  coin: { name: 'ETH', decimals: 18 },
} as const satisfies NetworkRecord;
