import type { OrderTimelineKind } from '@portside/contract';
import type { Generated } from 'kysely';

type OrderTimelineTable = {
  id: Generated<bigint>;
  order_id: bigint;
  /** When the order itself was placed. */
  placed_at: Date;
  kind: OrderTimelineKind;
  at: Date;
  /** Null where the shop itself acts. */
  actor_id: bigint | null;
  quantity: number | null;
  amount_micro: bigint | null;
  note: Generated<string>;
  /** The proposal that was approved; null where nobody had to approve. */
  proposal_id: Generated<bigint | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    order_timeline: OrderTimelineTable;
  }
}
