import type { NetworkRecord, NetworkChains } from '../network-record.ts';

export const tron = {
  id: 'TRON',
  name: 'TRON',
  standard: 'TRC20',
  // By the specification, a caller that names only the token means this network.
  otherNames: ['USDT'],
  family: 'tron',
  mainChainId: 728_126_428,
  token: { decimals: 6, approvesThroughZero: false },
  coin: { name: 'TRX', decimals: 6 },
} as const satisfies NetworkRecord;

export const tronChains: NetworkChains = {
  publicChains: [
    {
      chainId: tron.mainChainId,
      name: 'TRON',
      token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      explorer: 'https://tronscan.org/#',
    },
    { chainId: 3_448_148_188, name: 'TRON Nile', explorer: 'https://nile.tronscan.org/#' },
    { chainId: 2_494_104_990, name: 'TRON Shasta', explorer: 'https://shasta.tronscan.org/#' },
  ],
  blockSeconds: 3,
  finalitySeconds: 60,
  sandbox: { chainId: 7_700_002, finalityBlocks: 6, ownAddresses: true },
  blacklist: 'isBlackListed',
  leastDepositMicro: 5_000_000n,
  // Its limits on a transaction's time and energy were never tried with more.
  sweepBatch: 10,
  mostGasPrice: 2_000n,
  // java-tron answers at most 5,000.
  maxRange: 2_000,
  pollMs: 8_000,
  lateAfterSeconds: 120,
};
