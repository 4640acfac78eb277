import type { NetworkRecord, NetworkChains } from '../network-record.ts';

export const ethereum = {
  id: 'ETH',
  name: 'Ethereum',
  standard: 'ERC20',
  family: 'evm',
  mainChainId: 1,
  token: { decimals: 6, approvesThroughZero: true },
  coin: { name: 'ETH', decimals: 18 },
} as const satisfies NetworkRecord;

export const ethereumChains: NetworkChains = {
  publicChains: [
    {
      chainId: ethereum.mainChainId,
      name: 'Ethereum',
      token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      explorer: 'https://etherscan.io',
    },
    { chainId: 11_155_111, name: 'Ethereum Sepolia', explorer: 'https://sepolia.etherscan.io' },
  ],
  blockSeconds: 12,
  finalitySeconds: 960,
  sandbox: { chainId: 7_700_001, finalityBlocks: 4, ownAddresses: false },
  blacklist: 'isBlackListed',
  leastDepositMicro: 10_000_000n,
  sweepBatch: 50,
  mostGasPrice: 500_000_000_000n,
  // Many nodes answer at most 1,000.
  maxRange: 500,
  pollMs: 12_000,
  lateAfterSeconds: 1_800,
};
