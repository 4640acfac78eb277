import type { NetworkRecord, NetworkChains } from '../network-record.ts';

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

export const bnbSmartChainChains: NetworkChains = {
  publicChains: [
    {
      chainId: bnbSmartChain.mainChainId,
      name: 'BNB Smart Chain',
      token: '0x55d398326f99059fF775485246999027B3197955',
      explorer: 'https://bscscan.com',
    },
    { chainId: 97, name: 'BNB Smart Chain Testnet', explorer: 'https://testnet.bscscan.com' },
  ],
  // Since the Fermi upgrade; a block is final once two more have been voted for.
  blockSeconds: 0.45,
  finalitySeconds: 5,
  sandbox: { chainId: 7_700_004, finalityBlocks: 3, ownAddresses: true },
  // The token has none.
  blacklist: null,
  leastDepositMicro: 1_000_000n,
  sweepBatch: 50,
  mostGasPrice: 50_000_000_000n,
  maxRange: 1_000,
  pollMs: 12_000,
  lateAfterSeconds: 120,
};
