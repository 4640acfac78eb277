import type { NetworkRecord, NetworkChains } from '../network-record.ts';

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

export const arbitrumChains: NetworkChains = {
  publicChains: [
    {
      chainId: arbitrum.mainChainId,
      name: 'Arbitrum One',
      token: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      explorer: 'https://arbiscan.io',
    },
    { chainId: 421_614, name: 'Arbitrum Sepolia', explorer: 'https://sepolia.arbiscan.io' },
  ],
  blockSeconds: 0.25,
  // Final once Ethereum has finalised the block's batch.
  finalitySeconds: 1_200,
  sandbox: { chainId: 7_700_006, finalityBlocks: 5, ownAddresses: false },
  blacklist: 'isBlocked',
  leastDepositMicro: 1_000_000n,
  sweepBatch: 50,
  mostGasPrice: 50_000_000_000n,
  // All blocks that are not final yet must fit, at four a second.
  maxRange: 10_000,
  pollMs: 12_000,
  lateAfterSeconds: 2_700,
};
