import type { NetworkChains, NetworkRecord } from '../networks/network-record.ts';

/** A made-up EVM network for tests, with a token of 18 decimals. */
export const thirdNetwork: NetworkRecord & NetworkChains = {
  id: 'LAKE',
  name: 'Lake Chain',
  standard: 'LRC20',
  family: 'evm',
  mainChainId: 7_799_001,
  publicChains: [
    {
      chainId: 7_799_001,
      name: 'Lake Chain',
      token: '0x1111111111111111111111111111111111111111',
      explorer: 'https://lake.example',
    },
  ],
  blockSeconds: 2,
  finalitySeconds: 4,
  sandbox: { chainId: 7_700_003, finalityBlocks: 3, ownAddresses: false },
  blacklist: 'isBlackListed',
  leastDepositMicro: 1_000_000n,
  token: { decimals: 18, approvesThroughZero: true },
  sweepBatch: 50,
  mostGasPrice: 500_000_000_000n,
  coin: { name: 'LAKE', decimals: 18 },
  maxRange: 1_000,
  pollMs: 5_000,
  lateAfterSeconds: 60,
};
