import type { StockBatch } from '@portside/contract';
import type { BatchRow } from './import/batches.sql.ts';

export const presentBatch = (row: BatchRow, bad: number): StockBatch => ({
  id: String(row.id),
  goods_id: String(row.goods_id),
  gender: row.gender,
  note: row.note,
  username: row.username,
  state: row.state,
  lines: row.lines,
  expected_lines: row.expected_lines,
  file: presentFile(row),
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

function presentFile({ file_name: name, file_bytes: bytes, form, part_line, part_byte }: BatchRow) {
  if (name === null || bytes === null || form === null) return null;
  return { name, bytes: Number(bytes), form, from_line: part_line, from_byte: Number(part_byte) };
}
