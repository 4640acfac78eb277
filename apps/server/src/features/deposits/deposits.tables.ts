import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';
import type { DepositState } from './deposit-states.ts';

type TransferColumns = {
  chain_id: bigint;
  tx_hash: Hex;
  /** Place of the log among its transaction's logs. */
  ordinal: number;
  block_number: number;
  block_time: Date;
  from_address: Hex;
  to_address: Hex;
  /** Rounded down; zero for dust. */
  amount_micro: bigint;
  /** The order that a checkout contract named for it. */
  order_ref: Hex | null;
};

export type PendingTransfersTable = TransferColumns;

export type DepositsTable = TransferColumns & {
  id: Generated<bigint>;
  network: Network;
  block_hash: Hex;
  contract_address: Hex;
  /** What arrived in the token's own units, as digits: eighteen decimals are more than a bigint of the database holds. */
  amount_units: string;
  state: DepositState;
  /** Why it was held; stays when it was decided on. */
  held_reason: Generated<string | null>;
  /** Whom it was credited to. */
  user_id: bigint | null;
  recorded_at: Date;
};

export type ChainCursorsTable = {
  chain_id: bigint;
  block_number: number;
  block_hash: Hex;
  block_time: Date;
  /** Up to this block it is being read for a second time; null where it never was. */
  reread_to: Generated<number | null>;
};

export type FollowerState = 'following' | 'stalled' | 'halted';

export type ChainStatusesTable = {
  chain_id: bigint;
  network: Network;
  state: FollowerState;
  detail: string;
  head: number | null;
  final: number | null;
  checked_at: Date;
};

export type QuarantinedLogsTable = {
  id: Generated<bigint>;
  network: Network;
  chain_id: bigint;
  tx_hash: Hex;
  ordinal: number;
  block_number: number;
  reason: string;
  /** Of a kind that anybody can cause at will. */
  is_harmless: boolean;
  recorded_at: Date;
  reviewed_by: Generated<bigint | null>;
  reviewed_at: Generated<Date | null>;
  /** What was found out. */
  review: Generated<string | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    deposits: DepositsTable;
    pending_transfers: PendingTransfersTable;
    chain_cursors: ChainCursorsTable;
    chain_statuses: ChainStatusesTable;
    quarantined_logs: QuarantinedLogsTable;
  }
}
