import type { Network, PaymentMode } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';

/** Addresses are 20-byte lower-case hex on every network. */
export type PaymentMethodsTable = {
  id: Generated<bigint>;
  type: Network;
  chain_id: bigint;
  contract_address: Hex;
  wallet_address: Hex;
  checkout_address: Hex | null;
  mode: Generated<PaymentMode>;
  /** Makes the buyers' addresses; never null in the mode own_addresses. */
  factory_address: Hex | null;
  enabled: Generated<boolean>;
  created_at: Date;
  retired_at: Date | null;
};

/** What the shop itself has last written of a network's methods; see `seal-methods.ts`. */
type PaymentMethodSealsTable = {
  id: Generated<bigint>;
  type: Network;
  key_id: string;
  sealed: Buffer;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    payment_methods: PaymentMethodsTable;
    payment_method_seals: PaymentMethodSealsTable;
  }
}
