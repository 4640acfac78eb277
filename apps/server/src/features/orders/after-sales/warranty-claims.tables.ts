import type { WarrantyClaimState } from '@portside/contract';
import type { Generated } from 'kysely';

export type WarrantyClaimsTable = {
  id: Generated<bigint>;
  order_id: bigint;
  user_id: bigint;
  /** How many accounts the buyer reports. */
  quantity: number;
  reason: string;
  state: Generated<WarrantyClaimState>;
  created_at: Date;
  /** The reply to the buyer; empty while the claim is open. */
  answer: Generated<string>;
  /** Null while it is open, and where the shop itself settled it. */
  settled_by: bigint | null;
  settled_at: Date | null;
};

type WarrantyClaimItemsTable = { item_id: bigint; claim_id: bigint };

/** A sold item that was replaced, or refunded where nothing replaces it; each at most once. */
type RemediedItemsTable = {
  item_id: bigint;
  order_id: bigint;
  replaced_by: bigint | null;
  /** The replacement or refund in the order's timeline. */
  timeline_id: bigint;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    warranty_claims: WarrantyClaimsTable;
    warranty_claim_items: WarrantyClaimItemsTable;
    remedied_items: RemediedItemsTable;
  }
}
