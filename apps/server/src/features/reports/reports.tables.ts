import type { ReportState } from '@portside/contract';
import type { Generated } from 'kysely';

export type ReportsTable = {
  id: Generated<bigint>;
  email: string;
  email_key: string;
  subject: string;
  explanation: string;
  state: Generated<ReportState>;
  /** The address block that it was sent from. */
  address: string;
  created_at: Date;
  /** Null while it is open, and where the shop itself settled it. */
  settled_by: bigint | null;
  settled_at: Date | null;
  reason: string | null;
  /** How many accounts it took off sale. */
  withdrawn: Generated<number>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    reports: ReportsTable;
  }
}
