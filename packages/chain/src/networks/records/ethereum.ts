import type { NetworkRecord } from '../network-record.ts';

export const ethereum = {
  id: 'ETH',
  name: 'Ethereum',
  standard: 'ERC20',
  family: 'evm',
  publicChains: [
    {
      chainId: 1,
      name: 'Ethereum',
      token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      blockSeconds: 12,
      finalitySeconds: 960,
      explorer: 'https://etherscan.io',
    },
    {
      chainId: 11_155_111,
      name: 'Ethereum Sepolia',
      blockSeconds: 12,
      finalitySeconds: 960,
      explorer: 'https://sepolia.etherscan.io',
    },
  ],
  sandbox: { chainId: 7_700_001, finalityBlocks: 4, create2Prefix: 0xff },
  token: { decimals: 6, approvesThroughZero: true },
  coin: { name: 'ETH', decimals: 18 },
  explorerPaths: { transaction: 'tx', address: 'address' },
  create2Prefix: 0xff,
  // Many nodes answer at most 1,000.
  maxRange: 500,
  pollMs: 12_000,
  lateAfterSeconds: 1_800,
} as const satisfies NetworkRecord;
