import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';

export type DepositClaimTextsTable = {
  id: Generated<bigint>;
  user_id: bigint;
  chain_id: bigint;
  tx_hash: Hex;
  text: string;
  expires_at: Date;
};

export type DepositClaimsTable = {
  id: Generated<bigint>;
  user_id: bigint;
  network: Network;
  chain_id: bigint;
  tx_hash: Hex;
  /** One transfer of the transaction; null for all transfers of the signer in it. */
  ordinal: number | null;
  signer_address: Hex;
  created_at: Date;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    deposit_claim_texts: DepositClaimTextsTable;
    deposit_claims: DepositClaimsTable;
  }
}
