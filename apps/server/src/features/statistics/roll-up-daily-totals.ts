import { inTransaction, type Ctx } from '../../platform/context.ts';
import { forceCustomPlans, type Db } from '../../platform/db/db.ts';
import { findOpenTransactions } from '../ledger/index.ts';
import { readSetting } from '../settings/index.ts';
import {
  areMonthsSummed,
  deleteOtherRollups,
  findRollup,
  lockRollup,
  readMarks,
  updateRollup,
  type Rollup,
} from './daily-totals.sql.ts';
import { sql, type RawBuilder } from 'kysely';
import { BATCH_SUMS, batchLines, replacementLines } from './batch-sales.sql.ts';
import { depositLines, SALE_SUMS, saleLines, userLines, type IdSpan } from './daily-lines.sql.ts';

/** Ids per run: a first rollup of millions neither holds its locks long nor loses much when the process dies. */
const MAX_IDS = 50_000n;

/**
 * Adds new movements and users to the daily totals, in one transaction with its progress. Ids are drawn before they
 * are committed, so it goes no further than a watermark below which no new id can appear.
 */
export async function rollUpDailyTotals(ctx: Ctx, maxIds = MAX_IDS): Promise<{ more: boolean }> {
  const timeZone = await readSetting(ctx.db, 'timeZone');
  // Even a row lock is written to disk, so an idle shop takes none.
  if (await isUpToDate(ctx.db, timeZone)) return { more: false };
  return inTransaction(ctx, async ({ db }) => {
    await forceCustomPlans(db);
    const locked = await lockRollup(db, timeZone);
    if (!locked) return { more: false };
    const replaced = await addReplacements(db, locked, maxIds);
    const counted = await countSold(db, await addBatchSales(db, replaced, maxIds));
    const rollup = await sumMonths(db, counted);
    const marked = isCaughtUp(rollup) ? { ...rollup, ...(await readMarks(db)).totals } : rollup;
    if (isCaughtUp(marked) && marked.is_ready) {
      if (rollup !== locked) await updateRollup(db, rollup);
      return { more: !areBatchesCounted(rollup) };
    }
    const underWay = isCaughtUp(rollup) ? marked.waits_for : await findOpenTransactions(db);
    if (marked.waits_for.some((one) => underWay.includes(one))) {
      await updateRollup(db, marked);
      return { more: false };
    }
    const rolledUp = await addBatchSales(db, await rollUp(db, marked, maxIds), maxIds);
    await updateRollup(db, rolledUp);
    if (rolledUp.is_ready && !rollup.is_ready) await deleteOtherRollups(db, rollup.id);
    return { more: !isCaughtUp(rolledUp) || !areBatchesCounted(rolledUp) };
  });
}

async function isUpToDate(db: Db, timeZone: string): Promise<boolean> {
  const rollup = await findRollup(db, timeZone);
  if (rollup.time_zone !== timeZone || !rollup.is_ready || !isCaughtUp(rollup)) return false;
  if (!isSoldCounted(rollup) || !areMonthsSummed(rollup) || !areBatchesCounted(rollup)) return false;
  const { totals, entries } = await readMarks(db);
  if (rollup.entry_waits_for.length > 0 || rollup.marked_entry !== entries.marked_entry) return false;
  return isCaughtUp({ ...rollup, ...totals });
}

const isCaughtUp = (rollup: Rollup): boolean =>
  rollup.rolled_up_movement === rollup.marked_movement && rollup.rolled_up_user === rollup.marked_user;

const isSoldCounted = (rollup: Rollup): boolean => rollup.sold_goods_movement === rollup.rolled_up_movement;

/**
 * Another version of the shop may have rolled up movements and not counted what was sold, or counted it its own way.
 */
async function countSold(db: Db, rollup: Rollup): Promise<Rollup> {
  if (isSoldCounted(rollup)) return rollup;
  await recountSoldGoods(db, rollup);
  return { ...rollup, sold_goods_movement: rollup.rolled_up_movement };
}

const areBatchesCounted = (rollup: Rollup): boolean =>
  rollup.batch_sales_movement === rollup.rolled_up_movement &&
  (rollup.batch_sales_entry === rollup.marked_entry || rollup.entry_waits_for.length > 0);

/** Goes on with the sales by import, up to where the other totals are: another version leaves them behind. */
async function addBatchSales(db: Db, rollup: Rollup, maxIds: bigint): Promise<Rollup> {
  const after = rollup.batch_sales_movement;
  if (after === rollup.rolled_up_movement) return rollup;
  const upTo = least(rollup.rolled_up_movement, after + maxIds);
  await addBatchLines(db, rollup, batchLines({ after, upTo, timeZone: rollup.time_zone }));
  return { ...rollup, batch_sales_movement: upTo };
}

/** Goes on with what replaced other accounts, which has a watermark of its own: another version knows nothing of it. */
async function addReplacements(db: Db, rollup: Rollup, maxIds: bigint): Promise<Rollup> {
  const after = rollup.batch_sales_entry;
  const isMarked = after < rollup.marked_entry;
  const marked = isMarked ? rollup : { ...rollup, ...(await readMarks(db)).entries };
  if (after === marked.marked_entry) return rollup;
  const underWay = isMarked ? await findOpenTransactions(db) : marked.entry_waits_for;
  if (marked.entry_waits_for.some((one) => underWay.includes(one))) return marked;
  const upTo = least(marked.marked_entry, after + maxIds);
  await addBatchLines(db, rollup, replacementLines({ after, upTo, timeZone: rollup.time_zone }));
  return { ...marked, batch_sales_entry: upTo, entry_waits_for: [] };
}

/** Of all and by agent, to the day and to its month. */
async function addBatchLines(db: Db, { id }: RollupKey, lines: RawBuilder<unknown>): Promise<void> {
  const summed = sql.join(BATCH_SUMS.map((sum) => sql`sum(${sql.ref(sum)})`));
  await sql`
    with line as materialized (${lines}),
    summed as materialized (
      select sums.by, line.day, batch_id, goods_id, sums.agent_id, ${sql.join(
        BATCH_SUMS.map((sum) => sql`sum(${sql.ref(sum)}) as ${sql.ref(sum)}`),
      )}
      from line cross join lateral (values ('all', 0), ('agent', line.agent_id)) sums (by, agent_id)
      group by 1, 2, 3, 4, 5),
    monthly as (
      insert into batch_sales_by_month
      select ${id}::smallint, by, date_trunc('month', day)::date, batch_id, goods_id, agent_id, ${summed}
      from summed group by 2, 3, 4, 5, 6
      on conflict (rollup_id, by, month, batch_id, goods_id, agent_id) ${addingTo('batch_sales_by_month', BATCH_SUMS)})
    insert into batch_sales_by_day
    select ${id}::smallint, summed.* from summed
    on conflict (rollup_id, by, day, batch_id, goods_id, agent_id) ${addingTo('batch_sales_by_day', BATCH_SUMS)}`.execute(
    db,
  );
}

const addingTo = (table: string, sums: readonly string[]): RawBuilder<unknown> => sql`
  do update set ${sql.join(
    sums.map((sum) => sql`${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`),
  )}`;

/** The same for the months, which readers do without until then. */
async function sumMonths(db: Db, rollup: Rollup): Promise<Rollup> {
  if (areMonthsSummed(rollup)) return rollup;
  await recountMonths(db, rollup);
  return { ...rollup, sales_by_month_movement: rollup.rolled_up_movement };
}

/** Adds the next ids; a rollup that has reached its watermark once is ready to be read. */
async function rollUp(db: Db, rollup: Rollup, maxIds: bigint): Promise<Rollup> {
  const movements = {
    after: rollup.rolled_up_movement,
    upTo: least(rollup.marked_movement, rollup.rolled_up_movement + maxIds),
  };
  const users = {
    after: rollup.rolled_up_user,
    upTo: least(rollup.marked_user, rollup.rolled_up_user + maxIds),
  };
  await addSales(db, rollup, movements);
  await addDeposits(db, rollup, movements);
  await addUsers(db, rollup, users);
  const rolledUp = {
    ...rollup,
    rolled_up_movement: movements.upTo,
    sold_goods_movement: movements.upTo,
    sales_by_month_movement: movements.upTo,
    rolled_up_user: users.upTo,
    waits_for: [],
  };
  return { ...rolledUp, is_ready: rollup.is_ready || isCaughtUp(rolledUp) };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

type RollupKey = Pick<Rollup, 'id' | 'time_zone'>;

/** Sales by day and by month, and how many accounts of each product were ever sold. */
async function addSales(db: Db, { id, time_zone }: RollupKey, movements: IdSpan): Promise<void> {
  await sql`
    with line as materialized (${saleLines(movements, time_zone, { byBuyer: true })}),
    sold as (
      insert into sold_goods
      select ${id}::smallint, goods_id, sum(items) from line group by goods_id having sum(items) > 0
      on conflict (rollup_id, goods_id) do update set items = sold_goods.items + excluded.items),
    summed as materialized (
      select sums.by, line.day, sums.key, ${SUMMED}
      from line
      cross join lateral (values ('all', 0), ('goods', goods_id), ('agent', agent_id), ('level', level_id)) sums (by, key)
      group by sums.by, line.day, sums.key),
    monthly as (
      insert into sales_by_month ${monthsOf(id, sql`summed`)} ${addedTo('sales_by_month', 'month')})
    insert into sales_by_day
    select ${id}::smallint, summed.* from summed ${addedTo('sales_by_day', 'day')}`.execute(db);
}

const SUMMED = sql.join(SALE_SUMS.map((sum) => sql`sum(${sql.ref(sum)}) as ${sql.ref(sum)}`));

/** The totals of days, by the month of each day. */
const monthsOf = (id: number, days: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${id}::smallint, by, date_trunc('month', day)::date, key, ${SUMMED}
  from ${days} group by 2, 3, 4`;

const addedTo = (
  table: 'sales_by_day' | 'sales_by_month',
  period: 'day' | 'month',
): RawBuilder<unknown> => sql`
  on conflict (rollup_id, by, ${sql.ref(period)}, key) ${addingTo(table, SALE_SUMS)}`;

/** Recounts the months from the sales by day. */
async function recountMonths(db: Db, { id }: Pick<RollupKey, 'id'>): Promise<void> {
  await sql`delete from sales_by_month where rollup_id = ${id}`.execute(db);
  await sql`insert into sales_by_month ${monthsOf(id, sql`sales_by_day where rollup_id = ${id}`)}`.execute(
    db,
  );
}

/** Recounts how many accounts of each product were ever sold, from the sales by day. */
async function recountSoldGoods(db: Db, { id }: Pick<RollupKey, 'id'>): Promise<void> {
  await sql`delete from sold_goods where rollup_id = ${id}`.execute(db);
  await sql`
    insert into sold_goods (rollup_id, goods_id, items)
    select rollup_id, key, sum(items) from sales_by_day where rollup_id = ${id} and by = 'goods'
    group by rollup_id, key having sum(items) > 0`.execute(db);
}

async function addDeposits(db: Db, { id, time_zone }: RollupKey, movements: IdSpan): Promise<void> {
  await sql`
    insert into deposits_by_day
    select ${id}::smallint, line.* from (${depositLines(movements, time_zone)}) line
    on conflict (rollup_id, day, network) do update set
      deposits = deposits_by_day.deposits + excluded.deposits,
      amount_micro = deposits_by_day.amount_micro + excluded.amount_micro`.execute(db);
}

async function addUsers(db: Db, { id, time_zone }: RollupKey, users: IdSpan): Promise<void> {
  await sql`
    insert into users_by_day
    select ${id}::smallint, line.* from (${userLines(users, time_zone)}) line
    on conflict (rollup_id, day) do update set users = users_by_day.users + excluded.users`.execute(db);
}
