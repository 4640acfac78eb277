import { formatMicro, textIn, type Data, type Input, type Language, type OwnBatch } from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { afterPosition, cutPage, readIdPosition, type IdPosition } from '../../platform/lists/by-id.ts';
import { refuse } from '../../platform/refusal.ts';

/** Whether a user signs in for a supplier. */
export async function isSupplier(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('supplier_people')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

type OwnSupplier = {
  readonly supplierId: bigint;
  /** What may be brought, and how many lines in 24 hours. */
  readonly goodsIds: readonly bigint[];
  readonly linesADay: number;
};

/** Until the transaction ends, other imports of it wait. Refuses callers who sign in for none (notFound). */
export const lockOwnSupplier = ({ db, actor }: Ctx): Promise<OwnSupplier> => findOwn(db, actor, 'locked');

async function findOwn(db: Db, actor: Ctx['actor'], lock?: 'locked'): Promise<OwnSupplier> {
  const { userId } = requireUser(actor);
  const row = await db
    .selectFrom('supplier_people')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(lock === 'locked', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) return refuse('notFound', 'supplier');
  return { supplierId: row.supplier_id, goodsIds: row.goods_ids, linesADay: row.lines_a_day };
}

/** The supplier that the caller signs in for, and nothing of others. Refuses who signs in for none (notFound). */
export async function readOwnSupplier(ctx: Ctx): Promise<Data<'readOwnSupplier'>> {
  const { db, actor, language } = ctx;
  const own = await findOwn(db, actor);
  const { name } = await db
    .selectFrom('suppliers')
    .select('name')
    .where('id', '=', own.supplierId)
    .executeTakeFirstOrThrow();
  const goods = await db
    .selectFrom('goods')
    .select(['id', 'name', 'columns', 'separator'])
    .where('id', 'in', [...own.goodsIds, 0n])
    .orderBy('id')
    .execute();
  return {
    name,
    ...(await readAccount(ctx, own.supplierId)),
    goods: goods.map((row) => ({
      id: String(row.id),
      name: textIn(row.name, language),
      format: row.columns.join(row.separator),
    })),
    lines_a_day: own.linesADay,
  };
}

/** Its imports, newest first. */
export async function listOwnBatches(
  { db, actor, clock, language }: Ctx,
  { query }: Input<'listOwnBatches'>,
): Promise<Data<'listOwnBatches'>> {
  const { supplierId } = await findOwn(db, actor);
  const { userId } = requireUser(actor);
  const rows = await countBatches(db, {
    supplierId,
    now: clock.now(),
    position: readIdPosition(query),
    limit: query.limit + 1,
  });
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return {
    items: shown.map((row) => presentBatch(row, userId, language)),
    next_cursor: nextCursor,
    total: null,
  };
}

const PAYMENTS = 50;

/** What a supplier is owed and was paid. */
export async function readAccount({ db, clock }: Ctx, supplierId: bigint) {
  const rows = await countBatches(db, { supplierId, now: clock.now() });
  const payments = await db
    .selectFrom('supplier_payments')
    .select(['amount_micro', 'note', 'created_at'])
    .where('supplier_id', '=', supplierId)
    .orderBy('id', 'desc')
    .limit(PAYMENTS)
    .execute();
  const sum = (name: Exclude<keyof Counts, 'owed'>) => rows.reduce((total, row) => total + row[name], 0);
  const owed = rows.reduce((total, row) => total + row.owed, 0n);
  const paid = await sumPaid(db, supplierId);
  return {
    figures: {
      added: sum('added'),
      waiting: sum('waiting'),
      unsold: sum('unsold'),
      sold: sum('sold'),
      in_warranty: sum('in_warranty'),
      claimed: sum('claimed'),
      dead: sum('dead'),
      owed: formatMicro(owed),
    },
    paid: formatMicro(paid),
    due: formatMicro(owed - paid),
    payments: payments.map((row) => ({
      amount: formatMicro(row.amount_micro),
      note: row.note,
      created_at: row.created_at.toISOString(),
    })),
  };
}

/** In micro-USDT: what a supplier is owed less what it was paid. */
export async function readDueMicro(ctx: Ctx, supplierId: bigint): Promise<bigint> {
  const rows = await countBatches(ctx.db, { supplierId, now: ctx.clock.now() });
  return rows.reduce((total, row) => total + row.owed, 0n) - (await sumPaid(ctx.db, supplierId));
}

async function sumPaid(db: Db, supplierId: bigint): Promise<bigint> {
  const { paid } = await db
    .selectFrom('supplier_payments')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('paid'))
    .where('supplier_id', '=', supplierId)
    .executeTakeFirstOrThrow();
  return BigInt(paid ?? 0);
}

type Counts = {
  readonly added: number;
  readonly waiting: number;
  readonly unsold: number;
  readonly sold: number;
  readonly in_warranty: number;
  readonly claimed: number;
  readonly dead: number;
  readonly owed: bigint;
};

type BatchCounts = Counts & {
  readonly id: bigint;
  readonly goods: Readonly<Record<string, string>>;
  readonly note: string;
  readonly user_id: bigint | null;
  readonly cost_micro: bigint | null;
  readonly created_at: Date;
};

/** The note of an import that a colleague brought is for colleagues. */
const presentBatch = (
  { goods, cost_micro: cost, created_at: at, id, owed, note, user_id: by, ...row }: BatchCounts,
  userId: bigint,
  language: Language,
): OwnBatch => ({
  ...row,
  id: String(id),
  note: by === userId ? note : '',
  goods: textIn(goods, language),
  cost: cost === null ? null : formatMicro(cost),
  owed: formatMicro(owed),
  created_at: at.toISOString(),
});

type Wanted = {
  readonly supplierId: bigint;
  readonly now: Date;
  readonly position?: IdPosition;
  readonly limit?: number;
};

const NEWEST: IdPosition = { isAscending: false, past: undefined };

/**
 * What became of the accounts of imports. An account is owed once the warranty of its order is over, unless it was
 * replaced or refunded, or waits in an open claim; at what its import cost, rounded down for each import.
 */
async function countBatches(
  db: Db,
  { supplierId, now, position = NEWEST, limit }: Wanted,
): Promise<BatchCounts[]> {
  const hasEnded = sql`(o.warranty_hours = 0
    or least(o.created_at + o.warranty_hours * interval '1 hour', o.accounts_delete_at) <= ${now})`;
  const { rows } = await sql<BatchCounts>`
    select batch.id, batch.note, batch.user_id, batch.created_at, goods.name as goods, batch.added,
      coalesce(held.count, 0)::int as waiting, sold.count::int as sold, (sold.count - sold.ended)::int as in_warranty,
      (batch.added - coalesce(held.count, 0) - sold.count - coalesce(gone.count, 0))::int as unsold,
      claimed.count::int as claimed, dead.count::int as dead,
      case batch.cost_per when 'each' then batch.cost_micro
        when 'all' then batch.cost_micro / greatest(batch.added, 1) end as cost_micro,
      coalesce(floor((sold.ended - dead.ended - claimed.ended) * case batch.cost_per
        when 'each' then batch.cost_micro::numeric
        else batch.cost_micro::numeric / greatest(batch.added, 1) end), 0)::bigint as owed
    from (
      select * from stock_batches where supplier_id = ${supplierId} and ${afterPosition('id', position)}
      order by id desc limit ${limit ?? null}::int) as batch
    join goods on goods.id = batch.goods_id
    cross join lateral (
      select sum(end_id - first_id) as count from stock_waiting_ranges where batch_id = batch.id) as held
    cross join lateral (
      select sum(least(w.end_id, own.end_id) - greatest(w.first_id, own.first_id)) as count
      from stock_batch_ranges own
      join stock_withdrawals w on w.first_id < own.end_id and w.end_id > own.first_id and w.first_id >= coalesce(
        (select max(first_id) from stock_withdrawals where first_id <= own.first_id), own.first_id)
      where own.batch_id = batch.id) as gone
    cross join lateral (
      select coalesce(sum(part.items), 0) as count, coalesce(sum(part.items) filter (where part.ended), 0) as ended
      from (
        select least(r.end_id, own.end_id) - greatest(r.first_id, own.first_id) as items, ${hasEnded} as ended
        from stock_batch_ranges own
        join order_ranges r on r.first_id < own.end_id and r.end_id > own.first_id and r.first_id >= coalesce(
          (select max(first_id) from order_ranges where first_id <= own.first_id), own.first_id)
        join orders o on o.id = r.order_id
        where own.batch_id = batch.id) as part) as sold
    cross join lateral (
      select count(*) as count, count(*) filter (where ${hasEnded}) as ended
      from stock_batch_ranges own
      join remedied_items item on item.item_id >= own.first_id and item.item_id < own.end_id
      join orders o on o.id = item.order_id
      where own.batch_id = batch.id) as dead
    cross join lateral (
      select count(*) as count, count(*) filter (where ${hasEnded} and claim.state = 'open' and not exists (
        select from remedied_items remedied where remedied.item_id = item.item_id)) as ended
      from stock_batch_ranges own
      join warranty_claim_items item on item.item_id >= own.first_id and item.item_id < own.end_id
      join warranty_claims claim on claim.id = item.claim_id and claim.state <> 'refused'
      join orders o on o.id = claim.order_id
      where own.batch_id = batch.id) as claimed
    order by batch.id desc`.execute(db);
  return rows;
}

/** Who signs in for a supplier. */
type SupplierPeopleTable = {
  supplier_id: bigint;
  user_id: bigint;
  goods_ids: bigint[];
  lines_a_day: number;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    supplier_people: SupplierPeopleTable;
  }
}
