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

/** The last reading of a network's sanctions list from the addresses in the settings. */
export type SanctionsFetchesTable = {
  network: Network;
  tried_at: Date;
  /** When the list in force was last read; null before the first time, as are the next two. */
  fetched_at: Date | null;
  /** In hex, of the sorted addresses, one a line. */
  sha256: string | null;
  listed: number | null;
  /** Why the last attempt changed nothing; null where it succeeded. */
  problem: string | null;
  /** The list was read, and could not be believed. */
  is_refused: Generated<boolean>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    blocked_wallets: BlockedWalletsTable;
    sanctions_fetches: SanctionsFetchesTable;
  }
}
