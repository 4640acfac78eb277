import type { NetworkRecord } from '../network-record.ts';

export const tron = {
  id: 'TRON',
  name: 'TRON',
  standard: 'TRC20',
  // By the specification, callers that name only the token mean this network.
  otherNames: ['USDT'],
  family: 'tron',
  publicChains: [
    {
      chainId: 728_126_428,
      name: 'TRON',
      token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      blockSeconds: 3,
      finalitySeconds: 60,
      explorer: 'https://tronscan.org/#',
    },
    {
      chainId: 3_448_148_188,
      name: 'TRON Nile',
      blockSeconds: 3,
      finalitySeconds: 60,
      explorer: 'https://nile.tronscan.org/#',
    },
    {
      chainId: 2_494_104_990,
      name: 'TRON Shasta',
      blockSeconds: 3,
      finalitySeconds: 60,
      explorer: 'https://shasta.tronscan.org/#',
    },
  ],
  sandbox: { chainId: 7_700_002, finalityBlocks: 6, create2Prefix: 0xff },
  token: { decimals: 6, approvesThroughZero: false },
  coin: { name: 'TRX', decimals: 6 },
  explorerPaths: { transaction: 'transaction', address: 'address' },
  // java-tron, WalletUtil.generateContractAddress2: its addresses have 21 bytes, the first of which is 0x41.
  create2Prefix: 0x41,
  // java-tron answers at most 5,000.
  maxRange: 2_000,
  pollMs: 8_000,
  lateAfterSeconds: 120,
} as const satisfies NetworkRecord;
