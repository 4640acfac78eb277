import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { depositLines, SALE_SUMS, saleLines, userLines, type IdSpan } from './daily-lines.sql.ts';
import type { Rollup } from './rollups.sql.ts';

type RollupKey = Pick<Rollup, 'id' | 'time_zone'>;

/** Sales by day and by month, and how many accounts of each product were ever sold. */
export async function addSales(db: Db, { id, time_zone }: RollupKey, movements: IdSpan): Promise<void> {
  await sql`
    with line as materialized (${saleLines(movements, time_zone, { byAgent: true })}),
    sold as (
      insert into sold_goods
      select ${id}::smallint, goods_id, sum(items) from line group by goods_id having sum(items) > 0
      on conflict (rollup_id, goods_id) do update set items = sold_goods.items + excluded.items),
    summed as materialized (
      select sums.by, line.day, sums.key, ${SUMMED}
      from line
      cross join lateral (values ('all', 0), ('goods', goods_id), ('agent', agent_id)) sums (by, key)
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
  on conflict (rollup_id, by, ${sql.ref(period)}, key) do update set ${sql.join(
    SALE_SUMS.map(
      (sum) => sql`${sql.ref(sum)} = ${sql.ref(`${table}.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`,
    ),
  )}`;

/** Sums the months anew, from the sales by day. */
export async function recountMonths(db: Db, { id }: Pick<RollupKey, 'id'>): Promise<void> {
  await sql`delete from sales_by_month where rollup_id = ${id}`.execute(db);
  await sql`insert into sales_by_month ${monthsOf(id, sql`sales_by_day where rollup_id = ${id}`)}`.execute(
    db,
  );
}

/** Counts anew how many accounts of each product were ever sold, from the sales by day. */
export async function recountSoldGoods(db: Db, { id }: Pick<RollupKey, 'id'>): Promise<void> {
  await sql`delete from sold_goods where rollup_id = ${id}`.execute(db);
  await sql`
    insert into sold_goods (rollup_id, goods_id, items)
    select rollup_id, key, sum(items) from sales_by_day where rollup_id = ${id} and by = 'goods'
    group by rollup_id, key having sum(items) > 0`.execute(db);
}

export async function addDeposits(db: Db, { id, time_zone }: RollupKey, movements: IdSpan): Promise<void> {
  await sql`
    insert into deposits_by_day
    select ${id}::smallint, line.* from (${depositLines(movements, time_zone)}) line
    on conflict (rollup_id, day, network) do update set
      deposits = deposits_by_day.deposits + excluded.deposits,
      amount_micro = deposits_by_day.amount_micro + excluded.amount_micro`.execute(db);
}

export async function addUsers(db: Db, { id, time_zone }: RollupKey, users: IdSpan): Promise<void> {
  await sql`
    insert into users_by_day
    select ${id}::smallint, line.* from (${userLines(users, time_zone)}) line
    on conflict (rollup_id, day) do update set users = users_by_day.users + excluded.users`.execute(db);
}
