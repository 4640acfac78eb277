import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';

/** Addresses are 20-byte lower-case hex on every network. */
export type DepositAddressesTable = {
  id: Generated<bigint>;
  user_id: bigint;
  network: Network;
  chain_id: bigint;
  factory_address: Hex;
  /** 32 bytes. */
  salt: Hex;
  address: Hex;
  created_at: Date;
  /** When its buyer last looked at it, to the minute. */
  opened_at: Date;
  /** When a payment to it was last recorded. */
  paid_at: Generated<Date | null>;
  /** The address block that it was opened from, for a day; null for a buyer who had paid before. */
  origin: Generated<string | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    deposit_addresses: DepositAddressesTable;
  }
}
