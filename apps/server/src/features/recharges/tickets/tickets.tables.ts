import type { Generated } from 'kysely';

export type RechargeTicketsTable = {
  id: Generated<bigint>;
  recharge_id: bigint;
  ticket_hash: Buffer;
  opens_until: Date;
  token_hash: Buffer | null;
  token_until: Date | null;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    recharge_tickets: RechargeTicketsTable;
  }
}
