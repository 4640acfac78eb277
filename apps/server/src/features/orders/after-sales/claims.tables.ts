import type { ClaimState } from '@portside/contract';
import type { Generated } from 'kysely';

export type ClaimsTable = {
  id: Generated<bigint>;
  order_id: bigint;
  user_id: bigint;
  /** How many accounts. */
  quantity: number;
  reason: string;
  state: Generated<ClaimState>;
  created_at: Date;
  answer: Generated<string>;
  settled_by: bigint | null;
  settled_at: Date | null;
};

export type ClaimItemsTable = { item_id: bigint; claim_id: bigint };

/** A sold item that was replaced, or paid back where nothing came in its place. */
export type BadItemsTable = {
  item_id: bigint;
  order_id: bigint;
  replaced_by: bigint | null;
  event_id: bigint;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    claims: ClaimsTable;
    claim_items: ClaimItemsTable;
    bad_items: BadItemsTable;
  }
}
