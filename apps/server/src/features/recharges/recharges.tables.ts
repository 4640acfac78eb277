import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';
import type { RechargeState } from './recharge-states.ts';

export type RechargesTable = {
  id: Generated<bigint>;
  order_id: string;
  user_id: bigint;
  network: Network;
  /** Chain and addresses as of the creation. */
  chain_id: bigint;
  contract_address: Hex;
  wallet_address: Hex;
  checkout_address: Hex | null;
  order_ref: Hex;
  amount_micro: bigint;
  pay_amount_micro: bigint;
  credited_micro: Generated<bigint>;
  state: Generated<RechargeState>;
  tx_hash: Hex | null;
  sender_address: Hex | null;
  paid_block: number | null;
  submitted_tx_hash: Hex | null;
  submitted_at: Generated<Date | null>;
  cancelled_at: Generated<Date | null>;
  idempotency_key: string;
  created_at: Date;
  /** Newest known block of the chain at the creation. */
  head_at_creation: number;
  expires_at: Date;
  is_reserved: Generated<boolean>;
  reserved_until: Date;
  /** The address block that a buyer without a credited top-up asked from; null for others, and once it is released. */
  reserved_address: string | null;
  /** False: made for a payment that arrived at its buyer's own address without a top-up. */
  is_requested: Generated<boolean>;
  /** What was accepted instead of `amount_micro`; null unless an admin assigned a payment that differs. */
  accepted_micro: Generated<bigint | null>;
  /** See recharge-macs.ts. */
  mac: Generated<Buffer | null>;
};

type RechargeDepositsTable = { deposit_id: bigint; recharge_id: bigint };

declare module '../../platform/db/db.ts' {
  interface Database {
    recharges: RechargesTable;
    recharge_deposits: RechargeDepositsTable;
  }
}
