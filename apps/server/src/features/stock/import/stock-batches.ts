import {
  formatMicro,
  parseMicro,
  type BatchCost,
  type Data,
  type Input,
  type StockBatch,
} from '@portside/contract';
import { actingKey, type Actor } from '../../../platform/actor.ts';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { cutPage, readIdPosition } from '../../../platform/lists/by-id.ts';
import {
  announceCosts,
  countSold,
  findBatches,
  getBatch,
  lockBatch,
  type BatchRow,
  type Purchase,
} from './batches.sql.ts';
import type { FastifyReply } from 'fastify';
import { sendList, type Columns } from '../../../platform/http/send-list.ts';
import { findBatchRanges, type BatchState } from '../stock.sql.ts';
import { brokenConstraint, type Db } from '../../../platform/db/db.ts';
import { mapNames, type NameById, recordAudit } from '../../../platform/audit/record-audit.ts';
import { dropHeldLines } from './refused-lines.ts';
import { sql } from 'kysely';
import { refuse } from '../../../platform/refusal.ts';
import { countItems, withdraw } from '../unsold/withdraw-items.ts';
import { takeFromSupplier } from '../../suppliers/index.ts';
import { lockUnsold } from '../unsold/withdrawals.sql.ts';
import { takeWaiting } from './waiting-stock.ts';

/**
 * An import with how far it has come and how many of its items are still free. Refuses an unknown one (notFound), and to
 * an API key those that were not begun with it.
 */
export async function readStockBatch(
  { db, actor }: Ctx,
  { params }: Input<'readStockBatch'>,
  sold: SoldLookups,
): Promise<StockBatch> {
  const batch = await getBatch(db, BigInt(params.id));
  requireOfKey(batch, actor);
  return presentBatch({ db, actor }, batch, sold);
}

/** Refuses (notFound) an import that the acting API key has not begun. */
export function requireOfKey({ api_key_id: keyId }: BatchRow, actor: Actor): void {
  const key = actingKey(actor);
  if (key && keyId !== key.id) refuse('notFound', 'batch of another key');
}

/** Refuses an unknown import (notFound). */
export const readBatch = async (by: Reader, id: bigint, sold: SoldLookups): Promise<StockBatch> =>
  presentBatch(by, await getBatch(by.db, id), sold);

/** Imports of one product or of all, newest first unless another sort is asked for. */
export async function listStockBatches(
  { db }: Ctx,
  { query }: Input<'listStockBatches'>,
  sold: SoldLookups,
): Promise<Data<'listStockBatches'>> {
  const goodsId = query.goods_id === undefined ? undefined : BigInt(query.goods_id);
  const supplierId = query.supplier_id === undefined ? undefined : BigInt(query.supplier_id);
  const filter = {
    goodsId,
    supplierId,
    isHeld: query.held === 'true',
    isWaiting: query.waiting === 'true',
    hasNoCost: query.cost === 'unknown',
  };
  const rows = await findBatches(db, { ...filter, position: readIdPosition(query), limit: query.limit + 1 });
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
  lines: { number: (batch) => batch.lines },
  added: (batch) => batch.added,
  duplicates: (batch) => batch.duplicates,
  rejected: (batch) => batch.rejected,
  held: ({ held }) => held['same account'] + held['same login'],
  unsold: { number: (batch) => batch.free },
  sold: { number: (batch) => batch.sold },
  replaced_or_refunded: { number: (batch) => batch.remedied },
  claimed: { number: (batch) => batch.claimed },
  withdrawn: (batch) => batch.withdrawn,
  waiting: (batch) => batch.waiting,
  cost: { number: ({ cost }) => cost && cost.amount },
  cost_per: ({ cost }) => cost && cost.per,
  supplier: ({ supplier }) => supplier && supplier.name,
  stopped_at: (batch) => batch.stopped_at,
  born_on: (batch) => batch.born_on,
  first_own_day: ({ own_days: days }) => days && days.first,
  last_own_day: ({ own_days: days }) => days && days.last,
};

/** Imports as a CSV file, without any account data. */
export const exportStockBatches = (
  ctx: Ctx,
  { query }: Pick<Input<'exportStockBatches'>, 'query'>,
  sold: SoldLookups,
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
export type SoldLookups = {
  /** How many items of each import were replaced or refunded, and claimed; imports without any are absent. */
  countTroubled(db: Db, batchIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Troubled>>;
};

type Troubled = { readonly remedied: number; readonly claimed: number };
const NO_TROUBLE: Troubled = { remedied: 0, claimed: 0 };

type Reader = Pick<Ctx, 'db' | 'actor'>;

/** An API key is told of its own products only. */
export async function presentBatch(
  { db, actor }: Reader,
  row: BatchRow,
  sold: SoldLookups,
): Promise<StockBatch> {
  const [batch] = await presentBatches(db, [row], sold);
  return actingKey(actor) ? { ...batch!, moved_to: [] } : batch!;
}

/** Counts of items; sold ones include those replaced or refunded afterwards (`remedied`). */
async function presentBatches(
  db: Db,
  rows: readonly BatchRow[],
  { countTroubled }: SoldLookups,
): Promise<StockBatch[]> {
  const troubled = await countTroubled(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => presentCounted(row, troubled.get(row.id) ?? NO_TROUBLE));
}

const presentCounted = (row: BatchRow, { remedied, claimed }: Troubled): StockBatch => ({
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
  waiting: row.waiting,
  waits_for: row.state === 'done' && row.waiting === 0 ? null : row.waits_for,
  sold: countSold(row),
  remedied,
  claimed,
  withdrawn: row.withdrawn,
  cost: costOf(row),
  supplier: row.supplier_id === null ? null : { id: String(row.supplier_id), name: row.supplier ?? '' },
  stopped_at: row.stopped_at?.toISOString() ?? null,
  born_on: row.born,
  own_days: row.first_born && row.last_born ? { first: row.first_born, last: row.last_born } : null,
  moved_to: [...row.moved_to],
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

function presentFile({ file_name: name, file_bytes: bytes, form, part_line, part_byte }: BatchRow) {
  if (name === null || bytes === null || form === null) return null;
  return { name, bytes: Number(bytes), form, from_line: part_line, from_byte: Number(part_byte) };
}

const costOf = ({ cost_micro: micro, cost_per: per }: Omit<Purchase, 'born_on'>): BatchCost | null =>
  micro === null || per === null ? null : { amount: formatMicro(micro), per };

type SaidPurchase = {
  readonly cost?: BatchCost | undefined;
  readonly supplier_id?: string | undefined;
  readonly born_on?: string | undefined;
};

export const purchaseOf = ({ cost, supplier_id: supplierId, born_on: bornOn }: SaidPurchase): Purchase => ({
  cost_micro: cost ? parseMicro(cost.amount) : null,
  cost_per: cost?.per ?? null,
  supplier_id: supplierId === undefined ? null : BigInt(supplierId),
  born_on: bornOn ?? null,
});

/** For the audit log. */
export const factsOfPurchase = (purchase: Omit<Purchase, 'born_on'>, bornOn: string | null) => ({
  cost: costOf(purchase),
  supplierId: purchase.supplier_id,
  bornOn,
});

export const OF_SUPPLIER = 'stock_batches_supplier_id_fkey';

/**
 * Says what an import cost, who it came from and how old it is. Refuses an unknown import or supplier (notFound), and to
 * give one to another supplier that leaves the first with less than it was paid (balanceTooLow).
 */
export async function updateStockBatch(
  ctx: Ctx,
  { params, body }: Input<'updateStockBatch'>,
  sold: SoldLookups,
): Promise<StockBatch> {
  const id = BigInt(params.id);
  return inTransaction(ctx, async (step) => {
    if ((await lockBatch(step.db, id)) === undefined) refuse('notFound', 'batch');
    const was = await getBatch(step.db, id);
    const purchase = purchaseOf(body);
    const write = () =>
      step.db
        .updateTable('stock_batches')
        .set(purchase)
        .where('id', '=', id)
        .execute()
        .catch((error: unknown) => {
          if (brokenConstraint(error) === OF_SUPPLIER) refuse('notFound', 'supplier');
          throw error;
        });
    if (was.supplier_id === null || was.supplier_id === purchase.supplier_id) await write();
    else await takeFromSupplier(step, was.supplier_id, write);
    const before = factsOfPurchase(was, was.born);
    const after = factsOfPurchase(purchase, (await getBatch(step.db, id)).born);
    await recordAudit(step, { action: 'batch.update', subject: `batch:${id}`, before, after });
    const isCorrection =
      was.cost_micro !== null &&
      (was.cost_micro !== purchase.cost_micro || was.cost_per !== purchase.cost_per);
    await announceCosts(step, [was.goods_id, ...was.moved_to.map(BigInt)], isCorrection);
    return readBatch(step, id, sold);
  });
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
    await lockUnsold(inner.db);
    const state = (await lockBatch(inner.db, batchId)) ?? refuse('notFound', 'batch');
    const items = await findBatchRanges(inner.db, batchId);
    const reason = `import ${batchId} rolled back`;
    const count = countItems((await withdraw(inner, items, { reason, isForgotten: true })).taken);
    await takeWaiting(inner.db, batchId);
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
