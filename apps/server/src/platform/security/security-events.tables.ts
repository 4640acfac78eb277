import type { SecurityEventKind } from '@portside/contract';
import type { Generated } from 'kysely';

export type SecurityEventsTable = {
  id: Generated<bigint>;
  hour: Date;
  kind: SecurityEventKind;
  /** Empty where an hour has had events of the kind from too many addresses. */
  address: string;
  /** 0 where no user is known. */
  user_id: bigint;
  /** The endpoint's name. */
  call: string;
  count: number;
  first_at: Date;
  last_at: Date;
};

declare module '../db/db.ts' {
  interface Database {
    security_events: SecurityEventsTable;
  }
}
