import type { Input } from '@portside/contract';
import { randomInt } from 'node:crypto';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { toBacklog, type Backlog } from '../../../platform/backlog.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { sql, type RawBuilder } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import { findBatchRanges, type ItemRange } from '../stock.sql.ts';
import { countItems } from '../unsold/withdraw-items.ts';
import { lockUnsold, putOnSale, takeOffSale, type LaneRange } from '../unsold/withdrawals.sql.ts';
import {
  announceCosts,
  countSold,
  getBatch,
  lockBatch,
  waitsForOperator,
  type BatchRow,
} from './batches.sql.ts';

/** What an import waits for before it goes on sale. */
type WaitsFor = 'check' | 'release';

/** Keeps an import from sale, from its first line on. In the transaction that opens it. */
export async function keepFromSale(db: Db, batchId: bigint, waitsFor: WaitsFor): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set({ waits_for: waitsFor })
    .where('id', '=', batchId)
    .where('waits_for', 'is', null)
    .execute();
}

/** Keeps an import from sale until an operator lets it in, whatever it waited for. */
export async function waitForOperator(db: Db, batchId: bigint): Promise<void> {
  await db.updateTable('stock_batches').set({ waits_for: 'release' }).where('id', '=', batchId).execute();
}

/** Of a batch whose row is locked; null where it is on sale. */
export async function readWaitsFor(db: Db, batchId: bigint): Promise<WaitsFor | null> {
  const row = await db
    .selectFrom('stock_batches')
    .select('waits_for')
    .where('id', '=', batchId)
    .executeTakeFirst();
  return row?.waits_for ?? null;
}

export async function addWaitingRange(db: Db, batchId: bigint, { firstId, endId }: ItemRange): Promise<void> {
  const grown = await sql`
    update stock_waiting_ranges set end_id = ${endId}
    where batch_id = ${batchId} and end_id = ${firstId}`.execute(db);
  if (grown.numAffectedRows === 1n) return;
  await db
    .insertInto('stock_waiting_ranges')
    .values({ first_id: firstId, end_id: endId, batch_id: batchId })
    .execute();
}

/**
 * Puts an import on sale that waits; repeated, it changes nothing. The caller has checked who may. Who listens may take
 * some of it off again in the same step.
 */
export async function release(ctx: Ctx, batchId: bigint): Promise<number> {
  return inTransaction(ctx, async (step) => {
    await lockUnsold(step.db);
    if ((await lockBatch(step.db, batchId)) === undefined) refuse('notFound', 'batch');
    if ((await readWaitsFor(step.db, batchId)) === null) return 0;
    const { goods_id: goodsId } = await step.db
      .selectFrom('stock_batches')
      .select('goods_id')
      .where('id', '=', batchId)
      .executeTakeFirstOrThrow();
    const items = await takeWaiting(step.db, batchId);
    if (items.length > 0) await putOnSale(step.db, items);
    step.live.changed('stock');
    await step.events.announce(step, 'batchReleased', { batchId });
    const released = items.reduce((sum, { firstId, endId }) => sum + Number(endId - firstId), 0);
    await recordAudit(step, { action: 'batch.release', subject: `batch:${batchId}`, after: { released } });
    // Also before its first line: the others go on sale without waiting.
    await announceCosts(step, [goodsId]);
    return released;
  });
}

/**
 * Stops the sale of an import of which buyers have claimed so many accounts: what is unsold of it waits for an operator.
 * Once only, and not what was moved to another product. Returns whether it did.
 */
export async function stopSale(
  ctx: Ctx,
  batchId: bigint,
  claimed: number,
  percent: number,
): Promise<boolean> {
  const isDue = ({ stopped_at: stoppedAt, waits_for: waitsFor, ...batch }: BatchRow): boolean =>
    stoppedAt === null && waitsFor === null && claimed * 100 >= percent * countSold(batch);
  if (!isDue(await getBatch(ctx.db, batchId))) return false;
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockUnsold(db);
    await lockBatch(db, batchId);
    const batch = await getBatch(db, batchId);
    if (!isDue(batch)) return false;
    const own = { goodsId: batch.goods_id, gender: batch.gender };
    const taken = await takeOffSale(db, [own], await findBatchRanges(db, batchId));
    if (taken.length === 0) return false;
    await db
      .updateTable('stock_batches')
      .set({ waits_for: 'release', stopped_at: clock.now() })
      .where('id', '=', batchId)
      .execute();
    for (const range of taken) await addWaitingRange(db, batchId, range);
    step.live.changed('stock');
    const after = { stopped: countItems(taken), claimed, sold: countSold(batch) };
    await recordAudit(step, { action: 'batch.stop', subject: `batch:${batchId}`, after });
    await announceCosts(step, [batch.goods_id]);
    return true;
  });
}

/** An import whose sample has too many dead accounts waits for an operator from now on. */
export async function askBeforeSale(db: Db, batchId: bigint): Promise<void> {
  await db
    .updateTable('stock_batches')
    .set({ waits_for: 'release' })
    .where('id', '=', batchId)
    .where('waits_for', '=', 'check')
    .execute();
}

/** What a whole import waits for; null where it does not, or nothing of it. It is locked, and moves nowhere meanwhile. */
export async function lockWaiting(db: Db, batchId: bigint): Promise<WaitsFor | null> {
  await lockUnsold(db);
  if ((await lockBatch(db, batchId)) !== 'done') return null;
  const { rows } = await sql`
    select from stock_waiting_ranges where batch_id = ${batchId} limit 1`.execute(db);
  return rows.length === 0 ? null : readWaitsFor(db, batchId);
}

/** Accounts of imports that wait, by product; products without any are absent. */
export async function countWaiting(db: Db, goodsIds: readonly bigint[]): Promise<Map<bigint, number>> {
  const { rows } = await sql<{ id: bigint; waiting: number }>`
    select goods_id as id, sum(end_id - first_id)::int as waiting
    from stock_waiting_ranges join stock_batches on stock_batches.id = batch_id
    where goods_id = any(${idArray(goodsIds)}::bigint[]) group by goods_id`.execute(db);
  return new Map(rows.map(({ id, waiting }) => [id, waiting]));
}

/** Puts an import on sale that waits for its check or for an operator. Refuses an unknown one (notFound). */
export async function releaseStockBatch(ctx: Ctx, { params }: Input<'releaseStockBatch'>): Promise<null> {
  await release(ctx, BigInt(params.id));
  return null;
}

/** The items that wait, which from now on do not; of a locked import. They are in no range until the caller says where. */
export async function takeWaiting(db: Db, batchId: bigint): Promise<LaneRange[]> {
  const { rows } = await sql<LaneRange>`
    with taken as (delete from stock_waiting_ranges where batch_id = ${batchId} returning first_id, end_id),
    batch as (update stock_batches set waits_for = null where id = ${batchId} returning goods_id, gender)
    select first_id as "firstId", end_id as "endId", goods_id as "goodsId", gender from taken, batch
    order by first_id`.execute(db);
  return rows;
}

/** Some of the waiting items of an import, chosen at random. */
export async function sampleItems(db: Db, batchId: bigint, most: number): Promise<bigint[]> {
  const { rows } = await sql<ItemRange>`
    select first_id as "firstId", end_id as "endId" from stock_waiting_ranges
    where batch_id = ${batchId} order by first_id`.execute(db);
  const total = rows.reduce((sum, { firstId, endId }) => sum + Number(endId - firstId), 0);
  const places = new Set<number>();
  if (total <= most) for (let place = 0; place < total; place += 1) places.add(place);
  while (places.size < Math.min(most, total)) places.add(randomInt(total));
  return [...places].map((place) => {
    let left = place;
    for (const { firstId, endId } of rows) {
      const length = Number(endId - firstId);
      if (left < length) return firstId + BigInt(left);
      left -= length;
    }
    throw new Error('a place beyond the ranges');
  });
}

/** As `id` and `goods_id`: of each gender of the selected products, so many of the accounts that are sold next. */
export function nextToSell(goodsIds: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  const own = sql`
    from stock_ranges own where own.goods_id = lane.goods_id and own.gender = lane.gender`;
  return sql`
    select next.id, lane.goods_id
    from (
      select distinct range.goods_id, range.gender, goods.newest_first
      from goods join stock_ranges range on range.goods_id = goods.id
      where goods.id in (${goodsIds})) as lane
    cross join lateral (
      select item.id from (
        (select id as place, next_id as first, least(end_id, next_id + ${most}::int) as past ${own}
          and not lane.newest_first order by id limit ${most}::int)
        union all
        (select -next_id, greatest(next_id, end_id - ${most}::int), end_id ${own}
          and lane.newest_first order by next_id desc limit ${most}::int)) as part
      cross join lateral generate_series(part.first, part.past - 1) as item (id)
      order by part.place, case when lane.newest_first then -item.id else item.id end limit ${most}::int) as next`;
}

/** Imports that wait for an operator, also to be continued, and since when the oldest does; null for none. */
export async function countWaitingImports(db: Db): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(created_at) as since from stock_batches
    where ${waitsForOperator}`.execute(db);
  return toBacklog(rows[0]);
}

/** Items [first_id, end_id) of imports that are not on sale yet. */
type StockWaitingRangesTable = { first_id: bigint; end_id: bigint; batch_id: bigint };

declare module '../../../platform/db/db.ts' {
  interface Database {
    stock_waiting_ranges: StockWaitingRangesTable;
  }
}
