import type { Hex } from 'viem';
import type { Network } from './networks.ts';

/** One JSON-RPC endpoint with a name of its own. Requests fail only with a `NodeError` of that name. */
export type ChainNode = {
  readonly name: string;
  request(method: string, params: readonly unknown[]): Promise<unknown>;
};

/** What is followed. Addresses are 20-byte hex on both networks. */
export type Watch = {
  network: Network;
  chainId: number;
  token: Hex;
  /** Of the token, from the network's record. */
  decimals: number;
  /** Active and retired ones: a late payment to a retired wallet is still ours. Never empty. */
  treasuries: readonly Hex[];
  checkouts: readonly Hex[];
  /** Blocks of one scan. */
  maxRange: number;
  /** How many nodes must tell the same story: 2 in production, 1 in the sandbox. */
  quorum: number;
};

/** The last block whose transfers are recorded; `time` in unix seconds. */
export type Cursor = { number: number; hash: Hex; time: number };

/** Money received. `txHash` and `ordinal` (place of the log among its transaction's logs) are its identity. */
export type ChainTransfer = {
  txHash: Hex;
  ordinal: number;
  blockNumber: number;
  blockHash: Hex;
  /** Unix seconds. */
  blockTime: number;
  from: Hex;
  to: Hex;
  /** In the token's own units; never zero. */
  amountUnits: bigint;
  /** What it is worth; zero for dust that a token of more than six decimals can carry. */
  amountMicro: bigint;
  /** The order a checkout contract named for it. */
  orderRef: Hex | null;
};

/** A log of our token that concerns us but breaks a rule: for a person to look at, never credited. */
export type Quarantined = { txHash: Hex; ordinal: number; blockNumber: number; reason: string };

/** Transfers above `final`: shown, never credited. `pendingProblem` says why they could not be read. */
export type PendingView = { pending: ChainTransfer[]; pendingProblem: string | null };

export type ScanOutcome =
  | ({
      kind: 'scanned';
      head: number;
      final: number;
      /** The new end: everything up to and including it has been read. */
      cursor: Cursor;
      transfers: ChainTransfer[];
      quarantined: Quarantined[];
      caughtUp: boolean;
    } & PendingView)
  | ({ kind: 'idle'; head: number; final: number } & PendingView)
  /** Try again later; nothing was decided. */
  | { kind: 'stalled'; reason: string }
  /** Finality was violated or nodes contradict each other: a person must look. */
  | { kind: 'halted'; reason: string };
