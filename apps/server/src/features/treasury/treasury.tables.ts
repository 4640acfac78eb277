import type { Network } from '@portside/contract';
import type { Hex } from 'viem';

export type TreasuryLooksTable = {
  chain_id: bigint;
  wallet_address: Hex;
  network: Network;
  /** Null where no node has ever answered. */
  on_chain_micro: bigint | null;
  /** Why the wallet should not receive payments now. */
  problem: string | null;
  /** When a node last answered. */
  looked_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    treasury_looks: TreasuryLooksTable;
  }
}
