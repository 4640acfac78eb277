import type { NetworkRecord } from '../network-record.ts';

export const bnbSmartChain = {
  id: 'BSC',
  name: 'BNB Smart Chain',
  standard: 'BEP20',
  otherNames: ['BNB'],
  family: 'evm',
  mainChainId: 56,
  // Binance-Peg USDT: an ordinary token of 18 decimals.
  token: { decimals: 18, approvesThroughZero: false },
  coin: { name: 'BNB', decimals: 18 },
} as const satisfies NetworkRecord;
