import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { depositLines, saleLines, userLines, type IdSpan } from './daily-lines.sql.ts';
import type { Rollup } from './rollups.sql.ts';

type RollupKey = Pick<Rollup, 'id' | 'time_zone'>;

/** Sales by day, and how many accounts of each product were ever sold. */
export async function addSales(db: Db, { id, time_zone }: RollupKey, movements: IdSpan): Promise<void> {
  await sql`
    with line as materialized (${saleLines(movements, time_zone)}),
    sold as (
      insert into sold_goods
      select ${id}::smallint, goods_id, sum(items) from line group by goods_id having sum(items) > 0
      on conflict (rollup_id, goods_id) do update set items = sold_goods.items + excluded.items)
    insert into sales_by_day
    select ${id}::smallint, sums.by, line.day, sums.key, sum(orders), sum(items), sum(amount_micro),
      sum(refunds), sum(refunded_micro), sum(commission_micro)
    from line
    cross join lateral (values ('all', 0), ('goods', goods_id), ('agent', agent_id)) sums (by, key)
    group by sums.by, line.day, sums.key
    on conflict (rollup_id, by, day, key) do update set
      orders = sales_by_day.orders + excluded.orders,
      items = sales_by_day.items + excluded.items,
      amount_micro = sales_by_day.amount_micro + excluded.amount_micro,
      refunds = sales_by_day.refunds + excluded.refunds,
      refunded_micro = sales_by_day.refunded_micro + excluded.refunded_micro,
      commission_micro = sales_by_day.commission_micro + excluded.commission_micro`.execute(db);
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
