import type { Hex } from 'viem';
import type { WireReceipt } from './wire-types.ts';

/** What a log is truly worth to the shop, told by who made it and not by any rule that reads it. */
export type Worth = {
  readonly from: Hex;
  readonly to: Hex;
  readonly amountMicro: bigint;
  readonly orderRef: Hex | null;
};

export type SimEvent = {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  /** Null: no money of ours, whatever it looks like. */
  readonly worth: Worth | null;
};

export type SimTx = {
  readonly hash: Hex;
  readonly events: readonly SimEvent[];
  /** What its input says is paid, where that differs from what happens. */
  readonly claimedMicro?: bigint;
};

export type SimBlock = {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly txs: readonly SimTx[];
  readonly receipts: readonly WireReceipt[];
};

/** From the first block to a tip; never changed, so that a node may keep seeing an old one. */
export type Branch = readonly SimBlock[];
