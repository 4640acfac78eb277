import type { Finding, Network } from '@portside/contract';
import type { ColumnType } from 'kysely';
import type { Hex } from 'viem';

export type TreasuryLooksTable = {
  chain_id: bigint;
  wallet_address: Hex;
  network: Network;
  /** Null where the nodes have never reported the same one. */
  on_chain_micro: bigint | null;
  /** When that balance was asked for. */
  balance_at: Date | null;
  /** Why the wallet should not receive payments now. */
  problem: ColumnType<Finding | null, string | null, string | null>;
  /** When the nodes were last asked and agreed on the token's state. */
  looked_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    treasury_looks: TreasuryLooksTable;
  }
}
