import type { Network } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';

export type ClaimTextsTable = {
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
  /** One transfer of the transaction; null for all that the signer sent in it. */
  ordinal: number | null;
  signer_address: Hex;
  created_at: Date;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    claim_texts: ClaimTextsTable;
    deposit_claims: DepositClaimsTable;
  }
}
