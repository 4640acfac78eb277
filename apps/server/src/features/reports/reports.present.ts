import type { Report } from '@portside/contract';
import type { ReportRow } from './reports.sql.ts';

export const presentReport = (row: ReportRow): Report => ({
  id: row.id.toString(),
  email: row.email,
  subject: row.subject,
  explanation: row.explanation,
  state: row.state,
  created_at: row.created_at.toISOString(),
  settled_by: row.admin,
  settled_at: row.settled_at?.toISOString() ?? null,
  reason: row.reason,
  withdrawn: row.withdrawn,
});
