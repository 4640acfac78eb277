import type { Data, Input, StockBatch } from '@portside/contract';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { cutPage, readIdPosition } from '../../../platform/lists/by-id.ts';
import { findBatches, getBatch, lockBatch, type BatchRow } from './batches.sql.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import type { BatchState, ItemRange } from '../stock.sql.ts';
import type { Db } from '../../../platform/db/db.ts';
import { mapNames, type NameById, recordAudit } from '../../../platform/audit/record-audit.ts';
import { dropHeldLines } from './refused-lines.ts';
import { sql } from 'kysely';
import { refuse } from '../../../platform/refusal.ts';
import { countItems, withdraw } from '../unsold/withdraw-items.ts';

/** An import with how far it has come and how many of its items are still free. Refuses an unknown one (notFound). */
export const readStockBatch = (
  { db }: Ctx,
  { params }: Input<'readStockBatch'>,
  sold: SoldPort,
): Promise<StockBatch> => readBatch(db, BigInt(params.id), sold);

/** Refuses an unknown import (notFound). */
export const readBatch = async (db: Db, id: bigint, sold: SoldPort): Promise<StockBatch> =>
  presentBatch(db, await getBatch(db, id), sold);

/** Imports of one product or of all, newest first unless another sort is asked for. */
export async function listStockBatches(
  { db }: Ctx,
  { query }: Input<'listStockBatches'>,
  sold: SoldPort,
): Promise<Data<'listStockBatches'>> {
  const goodsId = query.goods_id === undefined ? undefined : BigInt(query.goods_id);
  const rows = await findBatches(db, { goodsId, position: readIdPosition(query), limit: query.limit + 1 });
  const { shown, nextCursor } = cutPage(rows, query.limit, query.sort);
  return { items: await presentBatches(db, shown, sold), next_cursor: nextCursor, total: null };
}

const COLUMNS: Columns<StockBatch> = {
  id: (batch) => batch.id,
  created_at: (batch) => batch.created_at,
  finished_at: (batch) => batch.finished_at,
  product_id: (batch) => batch.goods_id,
  gender: (batch) => batch.gender,
  username: (batch) => batch.username,
  note: (batch) => batch.note,
  file: ({ file }) => file && file.name,
  state: (batch) => batch.state,
  lines: (batch) => batch.lines,
  added: (batch) => batch.added,
  duplicates: (batch) => batch.duplicates,
  rejected: (batch) => batch.rejected,
  held: ({ held }) => held['same account'] + held['same login'],
  unsold: (batch) => batch.free,
  sold: (batch) => batch.sold,
  replaced_or_refunded: (batch) => batch.remedied,
  withdrawn: (batch) => batch.withdrawn,
};

/** Imports as a CSV file, without any account data. */
export const exportStockBatches = (
  ctx: Ctx,
  { query }: Pick<Input<'exportStockBatches'>, 'query'>,
  sold: SoldPort,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'imports',
    action: 'batch.export',
    subject: 'batch',
    query,
    columns: COLUMNS,
    readPage: (page) => listStockBatches(ctx, { query: { ...query, ...page } }, sold),
  });

/** What became of items after their sale is known to orders, a higher feature. */
export type SoldPort = {
  /** How many items of each import were replaced or refunded; imports without any are absent. */
  countRemedied(db: Db, batchIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>;
};

export const presentBatch = async (db: Db, row: BatchRow, sold: SoldPort): Promise<StockBatch> =>
  (await presentBatches(db, [row], sold))[0]!;

/** Counts of items; sold ones include those replaced or refunded afterwards (`remedied`). */
async function presentBatches(
  db: Db,
  rows: readonly BatchRow[],
  { countRemedied }: SoldPort,
): Promise<StockBatch[]> {
  const remedied = await countRemedied(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentCounted(row, remedied.get(row.id) ?? 0));
}

const presentCounted = (row: BatchRow, remedied: number): StockBatch => ({
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
  held: { 'same account': row.held_accounts, 'same login': row.held_logins },
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

/** An import is named by its note. */
export const nameBatches: NameById = async ({ db }, ids) =>
  mapNames(
    await db.selectFrom('stock_batches').select(['id', 'note as name']).where('id', 'in', ids).execute(),
  );

/**
 * Withdraws the unsold items of an import; the same lines may be imported again. A running import stops, and held lines
 * are left out. Returns how many items were withdrawn, 0 when repeated. Refuses an unknown import (notFound).
 */
export async function rollBackImport(
  ctx: Ctx,
  { params }: Input<'rollBackImport'>,
): Promise<Data<'rollBackImport'>> {
  const batchId = BigInt(params.id);
  return inTransaction(ctx, async (inner) => {
    const state = (await lockBatch(inner.db, batchId)) ?? refuse('notFound', 'batch');
    const items = await findBatchRanges(inner.db, batchId);
    const reason = `import ${batchId} rolled back`;
    const count = countItems(await withdraw(inner, items, { reason, isForgotten: true }));
    await setBatchState(inner.db, batchId, 'rolled back', inner.clock.now());
    await dropHeldLines(inner.db, sql`id = ${batchId}`);
    await recordAudit(inner, {
      action: 'stock.withdraw',
      subject: `batch:${batchId}`,
      before: { state },
      after: { state: 'rolled back', withdrawn: count },
    });
    return { withdrawn: count };
  });
}

async function setBatchState(db: Db, id: bigint, state: BatchState, now: Date): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set((batch) => ({ state, finished_at: batch.fn.coalesce('finished_at', batch.val(now)) }))
    .where('id', '=', id)
    .execute();
}

async function findBatchRanges(db: Db, batchId: bigint): Promise<ItemRange[]> {
  return db
    .selectFrom('stock_batch_ranges')
    .select(['first_id as firstId', 'end_id as endId'])
    .where('batch_id', '=', batchId)
    .orderBy('first_id')
    .execute();
}
