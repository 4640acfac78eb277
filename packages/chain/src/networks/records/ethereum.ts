import type { NetworkRecord } from '../network-record.ts';

export const ethereum = {
  id: 'ETH',
  name: 'Ethereum',
  standard: 'ERC20',
  family: 'evm',
  mainChainId: 1,
  token: { decimals: 6, approvesThroughZero: true },
  coin: { name: 'ETH', decimals: 18 },
} as const satisfies NetworkRecord;
