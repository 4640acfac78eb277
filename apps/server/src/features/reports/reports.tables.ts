import type { ReportState } from '@portside/contract';
import type { Generated } from 'kysely';

export type ReportsTable = {
  id: Generated<bigint>;
  email: string;
  email_key: string;
  subject: string;
  explanation: string;
  state: Generated<ReportState>;
  /** The block of addresses it was sent from. */
  address: string;
  created_at: Date;
  /** Null: open, or settled by the shop itself. */
  settled_by: bigint | null;
  settled_at: Date | null;
  reason: string | null;
  /** Accounts that went off sale by it. */
  withdrawn: Generated<number>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    reports: ReportsTable;
  }
}
