import type { Network } from '@portside/chain/networks/registry';
import type { Hex } from 'viem';

export type NetworkType = Network;

/** Where a local chain answers and what stands on it. Addresses are 20-byte lower-case hex on every network. */
export type DevchainInfo = {
  type: NetworkType;
  chainId: number;
  /** JSON-RPC; on TRON it ends in `/jsonrpc`. */
  rpcUrl: string;
  /** Root of TRON's HTTP API; others have none. */
  httpUrl: string | null;
  contractAddress: Hex;
  /** The treasury. Nobody has its key. */
  walletAddress: Hex;
  checkoutAddress: Hex;
  sandboxWalletAddress: Hex;
};

export type Devchain = {
  chains: Record<NetworkType, DevchainInfo>;
  /**
   * Signs and broadcasts a transfer of play USDT by the sandbox wallet. Resolves with the 32-byte hash, 0x hex, once
   * the node accepted it; rejects when the transfer would fail.
   */
  sendUsdt(type: NetworkType, to: Hex, amountMicro: bigint): Promise<Hex>;
  /** Saves and ends the chains. May be called more than once. */
  stop(): Promise<void>;
};

export type DevchainOptions = {
  /** Folder that keeps the chains over restarts. Without it they live in memory. */
  dataDir?: string;
  /** Time between blocks while a transaction waits or is not yet final; 1,000 by default. */
  blockTimeMs?: number;
  /** Time between blocks while nothing waits; 10,000 by default. Grows to a minute on a chain quiet for an hour. */
  idleBlockTimeMs?: number;
  /** How many blocks the newest final one is behind the head; as the network's record has it by default. */
  finalityLag?: Partial<Record<NetworkType, number>>;
  /** Loopback ports; free ones by default. */
  ports?: Partial<Record<NetworkType, number>>;
};

/** What tests may do to the chains. */
export type DevchainControls = {
  /** Mines so many blocks at once, also while mining is off. */
  mine(type: NetworkType, blocks: number): Promise<void>;
  setMining(type: NetworkType, on: boolean): Promise<void>;
  /** Replaces the newest blocks by empty ones; their transactions are gone. */
  reorg(type: NetworkType, depth: number): Promise<void>;
  /** Mints, in a block of its own. */
  mint(type: NetworkType, to: Hex, amountMicro: bigint): Promise<void>;
  /** Changes Tether's black list, in a block of its own. */
  setBlacklisted(type: NetworkType, address: Hex, on: boolean): Promise<void>;
  /** Asks the EVM node itself, behind the public face: everything it can do is allowed. */
  rpc<Answer>(type: NetworkType, method: string, ...params: unknown[]): Promise<Answer>;
};
