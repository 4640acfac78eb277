import type { Hex } from 'viem';
import type { WireReceipt } from './wire-types.ts';

/** The true worth of a log to the shop, as its generator states it, without any parsing. */
export type Worth = {
  readonly from: Hex;
  readonly to: Hex;
  /** In the token's own units. */
  readonly units: bigint;
  readonly orderRef: Hex | null;
  /** From a wallet of the shop to a buyer's address: it lies there, and nobody has paid it. */
  readonly isFromShop?: true;
};

export type SimEvent = {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  /** Null: not a payment to us, whatever it looks like. */
  readonly worth: Worth | null;
  /** Moves money from a buyer's own address to the treasury. */
  readonly isSweep?: true;
};

export type SimTx = {
  readonly hash: Hex;
  readonly events: readonly SimEvent[];
  /** The payment in its call data, if it differs from what happens. */
  readonly claimedUnits?: bigint;
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

/** From the first block to a tip; immutable, so that a node may keep an old one. */
export type Branch = readonly SimBlock[];
