import type { BlockList, Network } from '@portside/contract';
import type { Generated } from 'kysely';
import type { Hex } from 'viem';

export type BlockedWalletsTable = {
  id: Generated<bigint>;
  network: Network;
  /** 20 bytes in lower-case hex, on every network. */
  address: Hex;
  list: BlockList;
  note: string;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    blocked_wallets: BlockedWalletsTable;
  }
}
