import type { StockBatch } from '@portside/contract';
import type { BatchRow } from './batches.sql.ts';

export const presentBatch = (row: BatchRow, bad: number): StockBatch => ({
  id: String(row.id),
  goods_id: String(row.goods_id),
  gender: row.gender,
  note: row.note,
  username: row.username,
  state: row.state,
  lines: row.lines,
  expected_lines: row.expected_lines,
  duplicates: row.duplicates,
  rejected: row.rejected,
  added: row.added,
  free: row.free,
  sold: row.added - row.free - row.withdrawn,
  bad,
  withdrawn: row.withdrawn,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
