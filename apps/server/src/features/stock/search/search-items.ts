import type { Data, Input } from '@portside/contract';
import { holdsAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { maskText, type OrderLookups } from '../items.sql.ts';
import { nameKey } from '../identity.ts';
import { scanItems, type ScanLimits } from './scan-items.ts';
import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import { goodsOf } from '../stock.sql.ts';

/** Takedown requests are known to reports, a higher feature. */
export type ReportLookups = { hasReport(db: Db, id: bigint): Promise<boolean> };

/** A fifth of a second's work, so that progress is seen; ten million items are five hundred calls. */
const PART: ScanLimits = { items: 20_000, found: 100 };

/**
 * Searches a part of all texts, by id, for accounts with a name; sold and withdrawn ones too while their text is kept.
 * The first part is audited, and only its cursor leads to the others. Refuses an unknown takedown request (notFound)
 * and the cursor of another search (parameterError).
 */
export async function searchItems(
  ctx: Ctx,
  { body }: Pick<Input<'searchItems'>, 'body'>,
  { ordersOf, hasReport }: OrderLookups & ReportLookups,
  part = PART,
): Promise<Data<'searchItems'>> {
  const key = nameKey(body.name);
  const after = body.after === undefined ? 0n : readSearchCursor(ctx, key, body.after);
  if (body.after === undefined) {
    const isForNone = body.report_id !== undefined && !(await hasReport(ctx.db, BigInt(body.report_id)));
    if (isForNone) refuse('notFound', 'report');
    await auditSearch(ctx, body);
  }
  const { found, opened, unreadable, last } = await scanItems(ctx, { key, after }, part);
  const ids = found.map(({ id }) => id);
  const [states, orders] = await Promise.all([findStates(ctx.db, ids), ordersOf(ctx.db, ids)]);
  const mayReadOrders = holdsAction(ctx.actor, 'order.read');
  const { passed, of } = await countPassed(ctx.db, last ?? after);
  return {
    found: found.flatMap(({ id, text }) => {
      const known = states.get(id);
      // Erased since it was read.
      if (!known) return [];
      const order = orders.get(id);
      const goodsId = String(order?.goodsId ?? known.goodsId);
      const item = { item_id: String(id), goods_id: goodsId, masked: maskText(text) };
      return [{ ...item, state: known.state, order_no: (mayReadOrders && order?.orderNo) || null }];
    }),
    after: last === null ? null : writeSearchCursor(ctx, key, last),
    opened,
    unreadable,
    passed: last === null ? of : passed,
    of,
  };
}

/** With the name masked: the audit log cannot be changed, so names of people's accounts stay out of it. */
async function auditSearch(
  ctx: Ctx,
  { name, report_id: report }: Input<'searchItems'>['body'],
): Promise<void> {
  await inTransaction(ctx, (step) =>
    recordAudit(step, {
      action: 'stock.search',
      subject: report === undefined ? 'stock' : `report:${report}`,
      after: { name: maskText(name) },
    }),
  );
}

/** Where a search continues. Signed, so that nobody continues a search that they have not begun, which is audited. */
const writeSearchCursor = (ctx: Ctx, key: string, itemId: bigint): string =>
  `${itemId}.${sign(ctx, key, itemId)}`;

/** The last item of the part before. Refuses the cursor of another search (parameterError). */
function readSearchCursor(ctx: Ctx, key: string, cursor: string): bigint {
  const itemId = BigInt(cursor.split('.')[0]!);
  return cursor === writeSearchCursor(ctx, key, itemId) ? itemId : refuse('parameterError', 'after');
}

function sign({ actor, keyring }: Ctx, key: string, itemId: bigint): string {
  const who = actor.kind === 'user' ? actor.userId : 'shop';
  // No line has a NUL, so this is never the fingerprint of an account.
  return keyring.fingerprint(['search', who, itemId, key].join('\0')).toString('hex');
}

type State = {
  readonly state: 'free' | 'sold' | 'withdrawn';
  /** The product that it is unsold of, was withdrawn from, or else was imported for. */
  readonly goodsId: bigint;
};

/** Whether each item is free, sold or withdrawn. */
async function findStates(db: Db, ids: readonly bigint[]): Promise<Map<bigint, State>> {
  const { rows } = await sql<State & { id: bigint }>`
    select item.id, coalesce(free.goods_id, gone.goods_id, batch.goods_id) as "goodsId", case
      when free.goods_id is not null then 'free'
      when gone.end_id is not null then 'withdrawn'
      else 'sold' end as state
    from stock_items item
    join stock_batches batch on batch.id = item.batch_id
    left join lateral (
      select goods_id from stock_ranges free
      where free.goods_id = any(${goodsOf(sql`batch`)}) and free.next_id <= item.id and free.end_id > item.id
      union all
      select batch.goods_id from stock_waiting_ranges held
      where held.batch_id = batch.id and held.first_id <= item.id and held.end_id > item.id
      limit 1) as free on true
    left join lateral (
      select goods_id, end_id from stock_withdrawals
      where first_id <= item.id order by first_id desc limit 1) as gone on gone.end_id > item.id
    where item.id = any(${idArray(ids)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...state }) => [id, state]));
}

/** How many items were ever imported (`of`), and how many of them up to an id (`passed`). */
async function countPassed(db: Db, upTo: bigint): Promise<{ passed: number; of: number }> {
  const { rows } = await sql<{ passed: bigint; of: bigint }>`
    select coalesce(sum(greatest(least(end_id, ${upTo}::bigint + 1) - first_id, 0)), 0)::bigint as passed,
      coalesce(sum(end_id - first_id), 0)::bigint as of
    from stock_batch_ranges`.execute(db);
  return { passed: Number(rows[0]!.passed), of: Number(rows[0]!.of) };
}

/** Those of the ids that items ever had, each once, by id. */
export async function findKnownIds(db: Db, ids: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select distinct id from unnest(${idArray(ids)}::bigint[]) as wanted (id)
    where id < (
      select end_id from stock_batch_ranges own where own.first_id <= id order by own.first_id desc limit 1)
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}
