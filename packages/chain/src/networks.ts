import type { Hex } from 'viem';
import { fromBase58 } from './tron-address.ts';
import type { Network } from './types.ts';

/** The chains the sandbox starts itself; nothing on them is worth anything. */
export const SANDBOX_CHAIN_IDS = { ETH: 7_700_001, TRON: 7_700_002 } as const satisfies Record<
  Network,
  number
>;

/** How deep a block of the sandbox's chains lies when it becomes final. */
export const SANDBOX_FINALITY_BLOCKS: Record<Network, number> = { ETH: 4, TRON: 6 };

export type PublicNetwork = {
  network: Network;
  chainId: number;
  name: string;
  isMainnet: boolean;
  /** Tether's own contract; null where there is no official one. */
  usdt: Hex | null;
  blockSeconds: number;
  /** From the block of a transfer until it is final. */
  finalitySeconds: number;
  explorer: string;
};

export const PUBLIC_NETWORKS: readonly PublicNetwork[] = [
  {
    network: 'ETH',
    chainId: 1,
    name: 'Ethereum',
    isMainnet: true,
    usdt: '0xdac17f958d2ee523a2206206994597c13d831ec7',
    blockSeconds: 12,
    finalitySeconds: 960,
    explorer: 'https://etherscan.io',
  },
  {
    network: 'ETH',
    chainId: 11_155_111,
    name: 'Ethereum Sepolia',
    isMainnet: false,
    usdt: null,
    blockSeconds: 12,
    finalitySeconds: 960,
    explorer: 'https://sepolia.etherscan.io',
  },
  {
    network: 'TRON',
    chainId: 728_126_428,
    name: 'TRON',
    isMainnet: true,
    usdt: fromBase58('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
    blockSeconds: 3,
    finalitySeconds: 60,
    explorer: 'https://tronscan.org/#',
  },
  {
    network: 'TRON',
    chainId: 3_448_148_188,
    name: 'TRON Nile',
    isMainnet: false,
    usdt: null,
    blockSeconds: 3,
    finalitySeconds: 60,
    explorer: 'https://nile.tronscan.org/#',
  },
  {
    network: 'TRON',
    chainId: 2_494_104_990,
    name: 'TRON Shasta',
    isMainnet: false,
    usdt: null,
    blockSeconds: 3,
    finalitySeconds: 60,
    explorer: 'https://shasta.tronscan.org/#',
  },
];

export function findPublicNetwork(network: Network, chainId: number): PublicNetwork | null {
  return PUBLIC_NETWORKS.find((one) => one.network === network && one.chainId === chainId) ?? null;
}

/** Every chain that is not a known public one of that network: accepted on loopback only. */
export function isPrivateChain(network: Network, chainId: number): boolean {
  return findPublicNetwork(network, chainId) === null;
}

/** Tether's contract on that chain, or null where code cannot vouch for one. */
export function pinnedToken(network: Network, chainId: number): Hex | null {
  return findPublicNetwork(network, chainId)?.usdt ?? null;
}
