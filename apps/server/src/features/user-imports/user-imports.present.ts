import { formatMicro, type UserImport, type UserImportState } from '@portside/contract';
import { REJECTED, type UserImportRow } from './user-imports.sql.ts';

export const presentUserImport = (row: UserImportRow): UserImport => ({
  id: row.id.toString(),
  file_name: row.file_name,
  lines: row.lines,
  users: row.users,
  total_balance: formatMicro(row.total_micro),
  state: stateOf(row),
  created: row.created,
  credited: formatMicro(row.credited_micro),
  skipped: row.skipped,
  proposed_by: row.proposer,
  approved_by: row.approver,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

function stateOf({ started_at, finished_at, proposal_state: state }: UserImportRow): UserImportState {
  if (finished_at !== null) return 'done';
  if (started_at !== null) return 'running';
  if (state === 'cooling') return 'cooling';
  return state !== null && REJECTED.has(state) ? 'rejected' : 'proposed';
}
