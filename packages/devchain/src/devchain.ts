import type { Network } from '@portside/chain/networks/registry';
import type { Hex } from 'viem';

export type NetworkType = Network;

/** A local chain's URLs and contracts. Addresses are 20-byte lower-case hex on every network. */
export type DevchainInfo = {
  type: NetworkType;
  chainId: number;
  /** URL of the JSON-RPC; on TRON it ends in `/jsonrpc`. */
  rpcUrl: string;
  /** Base URL of TRON's HTTP API; absent on other networks. */
  httpUrl: string | null;
  contractAddress: Hex;
  /** The treasury; its key is discarded. */
  walletAddress: Hex;
  checkoutAddress: Hex;
  /** Absent on chains from before deposit addresses existed. */
  factoryAddress?: Hex;
  sandboxWalletAddress: Hex;
};

export type PastTransfer = { readonly to: Hex; readonly amountMicro: bigint; readonly at: Date };

export type Devchain = {
  chains: Record<NetworkType, DevchainInfo>;
  /** Whether this start created the chains. */
  isNew: boolean;
  /**
   * Signs and broadcasts a transfer of test USDT by the sandbox wallet. Resolves with the 32-byte hash, 0x hex, once
   * the node accepted it; rejects when the transfer would fail.
   */
  sendUsdt(type: NetworkType, to: Hex, amountMicro: bigint): Promise<Hex>;
  /**
   * Like `sendUsdt` for any call by that wallet, as an operator's wallet would make; without `to` it deploys `data`.
   * Rejects when the call would fail.
   */
  sendCall(type: NetworkType, to: Hex | null, data: Hex): Promise<Hex>;
  /** Has that wallet sign a text, as the sender of its payments: EIP-191, on TRON TIP-191. */
  signText(type: NetworkType, text: string): Promise<Hex>;
  /**
   * Gives an address coins for fees, up to its network's usual amount; does nothing if it has as much. Resolves with
   * its balance, in the coin's smallest units.
   */
  giveCoin(type: NetworkType, to: Hex): Promise<bigint>;
  /**
   * Sends past transfers from the sandbox wallet, each in a block with the time of `at`, and makes them final with
   * blocks that end at `until`. Times must not go back; only for chains that `startsAt` began in the past. Resolves
   * with the hashes.
   */
  replay(type: NetworkType, transfers: readonly PastTransfer[], until: Date): Promise<Hex[]>;
  /** Ends the replay: the chains' next blocks have the present time. */
  returnToPresent(): Promise<void>;
  /** Calls `listen` after each block mined from now on, with the block's network. */
  onBlock(listen: (type: NetworkType) => void): void;
  /** Saves and ends the chains. May be called more than once. */
  stop(): Promise<void>;
};

export type DevchainOptions = {
  /** Folder that the chains are saved in; without it they exist in memory only. */
  dataDir?: string;
  /** Interval between blocks while a transaction is pending or not yet final; 1,000 by default. */
  blockTimeMs?: number;
  /** Interval between blocks otherwise; 30,000 by default. Grows to a minute on a chain idle for an hour. */
  idleBlockTimeMs?: number;
  /** Blocks between the head and the newest final one; by default as in the network's record. */
  finalityLag?: Partial<Record<NetworkType, number>>;
  /** Start time of new chains, if in the past; saved ones continue in the present. */
  startsAt?: Date;
  /** Loopback ports; free ones by default. */
  ports?: Partial<Record<NetworkType, number>>;
};

/** Controls over the chains, for tests. */
export type DevchainControls = {
  /** Mines this many blocks at once, even while mining is off. */
  mine(type: NetworkType, blocks: number): Promise<void>;
  setMining(type: NetworkType, on: boolean): Promise<void>;
  /** Replaces the newest blocks with empty ones; their transactions are lost. */
  reorg(type: NetworkType, depth: number): Promise<void>;
  /** Mints test USDT, in a block of its own. */
  mint(type: NetworkType, to: Hex, amountMicro: bigint): Promise<void>;
  /** Changes the token's blacklist, in a block of its own. */
  setBlacklisted(type: NetworkType, address: Hex, on: boolean): Promise<void>;
  /** Calls the EVM node directly, without the restrictions of the public API. */
  rpc<Answer>(type: NetworkType, method: string, ...params: unknown[]): Promise<Answer>;
};
