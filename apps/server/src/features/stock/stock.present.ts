import type { StockBatch } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import type { BatchRow } from './import/batches.sql.ts';

/** What became of items after their sale is known to orders, a higher feature. */
export type SoldPort = {
  /** How many items of each import were replaced or refunded; imports without any are absent. */
  countRemedied(db: Db, batchIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>;
};

/** Counts of items; sold ones include those replaced or refunded afterwards (`remedied`). */
export async function presentBatches(
  db: Db,
  rows: readonly BatchRow[],
  { countRemedied }: SoldPort,
): Promise<StockBatch[]> {
  const remedied = await countRemedied(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentBatch(row, remedied.get(row.id) ?? 0));
}

const presentBatch = (row: BatchRow, remedied: number): StockBatch => ({
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
  remedied,
  withdrawn: row.withdrawn,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

function presentFile({ file_name: name, file_bytes: bytes, form, part_line, part_byte }: BatchRow) {
  if (name === null || bytes === null || form === null) return null;
  return { name, bytes: Number(bytes), form, from_line: part_line, from_byte: Number(part_byte) };
}
