import type { NetworkRecord } from '../networks/network-record.ts';

/** A made-up EVM network for tests, with a token of 18 decimals. */
export const thirdNetwork: NetworkRecord = {
  id: 'LAKE',
  name: 'Lake Chain',
  standard: 'LRC20',
  family: 'evm',
  publicChains: [
    {
      chainId: 7_799_001,
      name: 'Lake Chain',
      token: '0x1111111111111111111111111111111111111111',
      blockSeconds: 2,
      finalitySeconds: 4,
      explorer: 'https://lake.example',
    },
  ],
  sandbox: { chainId: 7_700_003, finalityBlocks: 3, create2Prefix: 0xff },
  token: { decimals: 18, approvesThroughZero: true },
  coin: { name: 'LAKE', decimals: 18 },
  explorerPaths: { transaction: 'tx', address: 'address' },
  create2Prefix: 0xff,
  maxRange: 1_000,
  pollMs: 5_000,
  lateAfterSeconds: 60,
};
