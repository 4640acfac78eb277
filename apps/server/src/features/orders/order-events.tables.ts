import type { OrderEventKind } from '@portside/contract';
import type { Generated } from 'kysely';

export type OrderEventsTable = {
  id: Generated<bigint>;
  order_id: bigint;
  /** When the order itself was placed. */
  placed_at: Date;
  kind: OrderEventKind;
  at: Date;
  /** Null where the shop itself acts. */
  actor_id: bigint | null;
  quantity: number | null;
  amount_micro: bigint | null;
  note: Generated<string>;
  /** What two persons agreed to; null where one did it alone. */
  proposal_id: Generated<bigint | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    order_events: OrderEventsTable;
  }
}
