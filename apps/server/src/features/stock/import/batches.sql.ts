import type { ImportForm } from '@portside/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { afterPosition, directionOf, type IdPosition } from '../../../platform/lists/by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import { shopTimeZone } from '../../settings/index.ts';
import { goodsOf, joinOwn, type BatchState, type StockBatchesTable, type StockGender } from '../stock.sql.ts';

/** How far an import has come; the counts grow with every chunk. */
export type BatchCounts = {
  readonly lines: number;
  readonly added: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** Lines that wait for a decision. */
  readonly held: number;
};

export type BatchFile = { readonly name: string; readonly bytes: number; readonly form: ImportForm };

type NewBatch = {
  readonly goodsId: bigint;
  readonly gender: StockGender;
  readonly note: string;
  readonly userId: bigint | null;
  readonly apiKeyId: bigint | null;
  readonly expectedLines: number | null;
  readonly file: BatchFile | null;
} & Purchase;

/** What an import cost, who it came from and how old it is, as far as it was said. */
export type Purchase = Pick<BatchRow, 'cost_micro' | 'cost_per' | 'supplier_id'> & {
  /** From when its accounts age; null for the day of the import. */
  readonly born_on?: string | null;
};

export async function insertBatch(
  db: Db,
  { goodsId, gender, note, userId, apiKeyId, expectedLines, file, ...purchase }: NewBatch,
  now: Date,
): Promise<bigint> {
  const by = { user_id: userId, api_key_id: apiKeyId };
  const batch = { goods_id: goodsId, gender, note, ...by, expected_lines: expectedLines, ...purchase };
  const source = file && {
    file_name: file.name,
    file_bytes: BigInt(file.bytes),
    form: JSON.stringify(file.form),
  };
  const { id } = await db
    .insertInto('stock_batches')
    .values({ ...batch, ...source, created_at: now, seen_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Lines that a user or an API key has imported; of an import that received lines since then, all count. */
export async function countLinesSince(
  db: Db,
  by: 'user_id' | 'api_key_id',
  id: bigint,
  since: Date,
): Promise<number> {
  const { lines } = await db
    .selectFrom('stock_batches')
    .select(({ fn }) => fn.sum<string | null>('lines').as('lines'))
    .where(by, '=', id)
    .where('seen_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(lines ?? 0);
}

/** Ends an import that has all its lines; false if it had already ended. */
export async function endBatch(db: Db, id: bigint, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('stock_batches')
    .set({ state: 'done', finished_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['running', 'unfinished'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The import's state, after waiting for a chunk that is being added; undefined for an unknown import. */
export async function lockBatch(db: Db, id: bigint): Promise<BatchState | undefined> {
  const row = await db
    .selectFrom('stock_batches')
    .select('state')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.state;
}

export type BatchRow = Omit<Selectable<StockBatchesTable>, 'born_on'> & {
  /** The day from which its items age. */
  readonly born: string;
  /** Of items that age from a day of their own. */
  readonly first_born: string | null;
  readonly last_born: string | null;
  /** Of the items added; those neither free nor withdrawn are sold. */
  readonly free: number;
  readonly withdrawn: number;
  /** Not on sale yet. */
  readonly waiting: number;
  readonly username: string | null;
  readonly supplier: string | null;
  /** Other products that some of its items were moved to. */
  readonly moved_to: readonly string[];
};

/** Of an import's accounts; with those replaced or refunded afterwards. */
export const countSold = ({
  added,
  free,
  withdrawn,
  waiting,
}: Pick<BatchRow, 'added' | 'free' | 'withdrawn' | 'waiting'>): number => added - free - withdrawn - waiting;

type BatchFilter = {
  readonly id?: bigint;
  readonly goodsId?: bigint | undefined;
  /** 0 for those that name none. */
  readonly supplierId?: bigint | undefined;
  /** Only those with lines that wait for a decision. */
  readonly isHeld?: boolean;
  /** Only those that wait for an operator. */
  readonly isWaiting?: boolean;
  readonly hasNoCost?: boolean;
  readonly position?: IdPosition;
  readonly limit: number;
};

/** For imports: an operator puts them on sale; one that broke off is continued before. */
export const waitsForOperator: RawBuilder<boolean> = sql`
  (id in (select batch_id from stock_waiting_ranges) and (state = 'unfinished' or waits_for = 'release' and state = 'done'))`;

const NEWEST_FIRST: IdPosition = { isAscending: false, past: undefined };

/** Newest first unless the position says otherwise. */
export async function findBatches(
  db: Db,
  {
    id,
    goodsId,
    supplierId,
    isHeld = false,
    isWaiting = false,
    hasNoCost = false,
    position = NEWEST_FIRST,
    limit,
  }: BatchFilter,
): Promise<BatchRow[]> {
  const direction = sql.raw(directionOf(position));
  const { rows } = await sql<BatchRow>`
    select batch.*, coalesce(free, 0)::int as free, coalesce(withdrawn, 0)::int as withdrawn,
      coalesce(waiting, 0)::int as waiting, username,
      supplier.name as supplier,
      coalesce(batch.born_on, (batch.created_at at time zone ${shopTimeZone})::date)::text as born,
      (select min(born_on)::text from stock_births birth where birth.batch_id = batch.id) as first_born,
      (select max(born_on)::text from stock_births birth where birth.batch_id = batch.id) as last_born, array(
        select moved.goods_id::text from stock_batch_goods moved
        where moved.batch_id = batch.id order by moved.goods_id) as moved_to
    from (
      select * from stock_batches
      where (${id ?? null}::bigint is null or id = ${id ?? null})
        and (${goodsId ?? null}::bigint is null or goods_id = ${goodsId ?? null}
          or id = any(array(select batch_id from stock_batch_goods where goods_id = ${goodsId ?? null})))
        and (${supplierId ?? null}::bigint is null or coalesce(supplier_id, 0) = ${supplierId ?? null})
        and (not ${isHeld}::bool or held_accounts + held_logins > 0)
        and (not ${isWaiting}::bool or ${waitsForOperator})
        and (not ${hasNoCost}::bool or cost_micro is null and added > 0 and state <> 'rolled back')
        and ${afterPosition('id', position)}
      order by id ${direction} limit ${limit}) as batch
    cross join lateral (
      select sum(least(free.end_id, own.end_id) - greatest(free.next_id, own.first_id)) as free
      from stock_batch_ranges own
      join stock_ranges free on free.goods_id = any(${goodsOf(sql`batch`)}) and free.gender = batch.gender
        and free.next_id < own.end_id and free.end_id > own.first_id
      where own.batch_id = batch.id) as unsold
    cross join lateral (
      select sum(least(gone.end_id, own.end_id) - greatest(gone.first_id, own.first_id)) as withdrawn
      from stock_batch_ranges own
      join stock_withdrawals gone on gone.first_id < own.end_id and gone.end_id > own.first_id
        and gone.first_id >= coalesce(
          (select max(first_id) from stock_withdrawals where first_id <= own.first_id), own.first_id)
      where own.batch_id = batch.id) as gone
    cross join lateral (
      select sum(end_id - first_id) as waiting from stock_waiting_ranges held
      where held.batch_id = batch.id) as held
    left join users on users.id = batch.user_id
    left join suppliers supplier on supplier.id = batch.supplier_id
    order by batch.id ${direction}`.execute(db);
  return rows;
}

/** What one account of an import (`batch`) cost, rounded up; while it runs, by the lines that are expected of it. */
export const accountCost: RawBuilder<bigint | null> = sql`
  case batch.cost_per when 'each' then batch.cost_micro
    when 'all' then ceil(batch.cost_micro::numeric / nullif(greatest(batch.added,
      case when batch.state = 'running' then batch.expected_lines end), 0))::bigint end`;

/**
 * By product: what one account cost, in micro-USDT, of the dearest import of which some are unsold, can be restored or
 * are being added. Products are absent if nobody has said it, or if they cost nothing. What waits for an operator does not
 * count.
 */
export async function findCosts(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  goodsIds: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  const wanted = sql`any(${idArray(goodsIds)}::bigint[])`;
  const { rows } = await sql<{ goods_id: bigint; micro: bigint }>`
    select goods_id, max(micro) as micro from (
      select free.goods_id, ${accountCost} as micro
      from stock_ranges free ${joinOwn(sql`free.next_id`, sql`free.end_id`)}
      join stock_batches batch on batch.id = own.batch_id
      where free.goods_id = ${wanted} and batch.cost_micro is not null
      union all
      select gone.goods_id, ${accountCost}
      from stock_withdrawals gone ${joinOwn(sql`gone.first_id`, sql`gone.end_id`)}
      join stock_batches batch on batch.id = own.batch_id
      where gone.goods_id = ${wanted} and gone.restorable_until > ${clock.now()}
        and gone.erased_to < gone.end_id and gone.erased_to = gone.first_id
        and batch.cost_micro is not null and (batch.waits_for is null or batch.goods_id <> gone.goods_id)
      union all
      select batch.goods_id, ${accountCost} from stock_batches batch
      where batch.goods_id = ${wanted} and batch.state = 'running' and batch.waits_for is null) as known
    group by goods_id having max(micro) > 0`.execute(db);
  return new Map(rows.map(({ goods_id: id, micro }) => [id, micro]));
}

/** In the transaction that changes what accounts cost, or where those with a cost are; as late as that allows. */
export async function announceCosts(
  step: Ctx,
  goodsIds: readonly bigint[],
  isCorrection = false,
): Promise<void> {
  const unique = [...new Set(goodsIds)];
  if (unique.length > 0) await step.events.announce(step, 'costsChanged', { goodsIds: unique, isCorrection });
}

/** Refuses an unknown import (notFound). */
export async function getBatch(db: Db, id: bigint): Promise<BatchRow> {
  const [batch] = await findBatches(db, { id, limit: 1 });
  return batch ?? refuse('notFound', 'batch');
}
