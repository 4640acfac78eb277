import type { NetworkRecord, NetworkChains } from '../network-record.ts';

export const polygon = {
  id: 'POLYGON',
  name: 'Polygon',
  // Polygon has no token standard's name of its own; exchanges write the network's.
  standard: 'Polygon PoS',
  otherNames: ['MATIC', 'POL'],
  family: 'evm',
  mainChainId: 137,
  token: { decimals: 6, approvesThroughZero: false },
  coin: { name: 'POL', decimals: 18 },
} as const satisfies NetworkRecord;

export const polygonChains: NetworkChains = {
  publicChains: [
    {
      chainId: polygon.mainChainId,
      name: 'Polygon',
      token: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      explorer: 'https://polygonscan.com',
    },
    { chainId: 80_002, name: 'Polygon Amoy', explorer: 'https://amoy.polygonscan.com' },
  ],
  blockSeconds: 2,
  // By milestones.
  finalitySeconds: 10,
  sandbox: { chainId: 7_700_005, finalityBlocks: 3, ownAddresses: false },
  blacklist: 'isBlocked',
  leastDepositMicro: 1_000_000n,
  sweepBatch: 50,
  mostGasPrice: 5_000_000_000_000n,
  maxRange: 1_000,
  pollMs: 12_000,
  lateAfterSeconds: 180,
};
