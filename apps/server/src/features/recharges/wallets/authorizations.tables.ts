import type { AuthorizationMode } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';

export type RechargeAuthorizationsTable = {
  id: Generated<bigint>;
  recharge_id: bigint;
  wallet_address: Hex;
  mode: AuthorizationMode;
  amount_micro: bigint;
  cap_micro: bigint;
  contract_address: Hex;
  tx_hash: Hex | null;
  created_at: Date;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    recharge_authorizations: RechargeAuthorizationsTable;
  }
}
