import type { Finding, Network } from '@portside/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Hex } from 'viem';
import type { DepositState } from './deposit-states.ts';

type TransferColumns = {
  chain_id: bigint;
  tx_hash: Hex;
  /** AssetId of the log among its transaction's logs. */
  ordinal: number;
  block_number: number;
  block_time: Date;
  from_address: Hex;
  to_address: Hex;
  /** Rounded down; zero for dust. */
  amount_micro: bigint;
  /** The order named by the checkout contract's event. */
  order_ref: Hex | null;
  /** Whose own address it was paid to; null for payments to a wallet of the shop. */
  owner_id: bigint | null;
};

export type PendingTransfersTable = TransferColumns;

export type DepositsTable = TransferColumns & {
  id: Generated<bigint>;
  network: Network;
  block_hash: Hex;
  contract_address: Hex;
  /** In the token's own units, as decimal digits: amounts with eighteen decimals exceed the database's bigint. */
  amount_units: string;
  state: DepositState;
  /** Why it was held; kept after the decision. */
  held_reason: ColumnType<Finding | null, string | undefined, string>;
  /** The credited user. */
  user_id: bigint | null;
  recorded_at: Date;
  /** False from when its blocks are in doubt until it is read again: what stays so is lost. */
  is_confirmed: Generated<boolean>;
};

/** What was moved from buyers' own addresses to the treasury. */
type DepositSweepsTable = {
  id: Generated<bigint>;
  network: Network;
  chain_id: bigint;
  tx_hash: Hex;
  ordinal: number;
  block_number: number;
  block_time: Date;
  from_address: Hex;
  to_address: Hex;
  amount_units: string;
  /** How much of it had arrived at the address without being recorded. */
  unrecorded_units: Generated<string>;
  recorded_at: Date;
  /** False while its block is in doubt, after a chain was set back. */
  is_confirmed: Generated<boolean>;
};

/** Up to where all of a chain's addresses were read. */
type AddressCursorsTable = {
  chain_id: bigint;
  block_number: number;
  block_hash: Hex;
  block_time: Date;
  /** Why the last attempt failed; empty once it got on. */
  problems: ColumnType<readonly Finding[], string, string>;
};

type ChainCursorsTable = {
  chain_id: bigint;
  block_number: number;
  block_hash: Hex;
  block_time: Date;
  /** Blocks up to this one are being read again; null where the chain was never resumed. */
  reread_to: Generated<number | null>;
};

/**
 * `disagreeing`: nodes differ, which may pass. `halted`: enough nodes contradict a recorded final block, which a
 * person must decide.
 */
export type FollowerState = 'following' | 'stalled' | 'disagreeing' | 'halted';

export type ChainStatusesTable = {
  chain_id: bigint;
  network: Network;
  state: FollowerState;
  /** Why it is not read, or not to its newest block; empty where all is well. */
  reasons: ColumnType<readonly Finding[], string, string>;
  head: number | null;
  final: number | null;
  checked_at: Date;
  /** Since when it is in this state. */
  state_since: Generated<Date>;
};

/** What is wrong with single nodes, also while the others are enough. */
export type ChainNodeProblemsTable = {
  chain_id: bigint;
  node: string;
  problem: ColumnType<Finding, string, string>;
  /** Since when there has been any problem with it. */
  since: Date;
};

export type QuarantinedLogsTable = {
  id: Generated<bigint>;
  network: Network;
  chain_id: bigint;
  tx_hash: Hex;
  ordinal: number;
  block_number: number;
  reason: ColumnType<Finding, string, string>;
  /** Of a kind that anyone can cause at will, so it needs no review. */
  is_harmless: boolean;
  /** A payment to the checkout contract, which nobody can get back. */
  is_lost: Generated<boolean>;
  recorded_at: Date;
  reviewed_by: Generated<bigint | null>;
  reviewed_at: Generated<Date | null>;
  /** The reviewer's note. */
  review: Generated<string | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    deposits: DepositsTable;
    pending_transfers: PendingTransfersTable;
    deposit_sweeps: DepositSweepsTable;
    address_cursors: AddressCursorsTable;
    chain_cursors: ChainCursorsTable;
    chain_statuses: ChainStatusesTable;
    chain_node_problems: ChainNodeProblemsTable;
    quarantined_logs: QuarantinedLogsTable;
  }
}
