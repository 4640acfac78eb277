import type { NetworkRecord } from '../network-record.ts';

export const tron = {
  id: 'TRON',
  name: 'TRON',
  standard: 'TRC20',
  // By the specification, callers that name only the token mean this network.
  otherNames: ['USDT'],
  family: 'tron',
  mainChainId: 728_126_428,
  token: { decimals: 6, approvesThroughZero: false },
  coin: { name: 'TRX', decimals: 6 },
} as const satisfies NetworkRecord;
