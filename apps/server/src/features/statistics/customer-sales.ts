import { formatMicro, type Data, type Input, type OfferSales } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { dayStart } from '../../platform/db/day-start.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { findCouponCodes, namePriceLists } from '../prices/index.ts';
import { readSnapshot, type Snapshot } from './daily-totals.sql.ts';
import { daysBefore, type Days } from './days.ts';
import { requestedDays, sendSums } from './list-sales.ts';

/** Orders and users are counted one by one, so a period has an end. */
const LONGEST_DAYS = 366;

type Span = { readonly start: Date; readonly end: Date };

/**
 * From the first moment of these days to the first of the day after: the planner has to know how few of all orders that
 * is.
 */
async function readSpan({ db, rollup }: Snapshot, { from, to }: Days): Promise<Span> {
  const { rows } = await sql<Span>`
    select ${dayStart(sql`${from}::text`, rollup.time_zone)} as start,
      ${dayStart(sql`(${to}::date + 1)::text`, rollup.time_zone)} as end`.execute(db);
  return rows[0]!;
}

const isIn = (moment: string, { start, end }: Span) =>
  sql`${sql.ref(moment)} >= ${start} and ${sql.ref(moment)} < ${end}`;

/**
 * How many pages were opened, who signed up and what became of them, who bought and who had bought before; beside as
 * many days before. Nobody is followed: pages are only counted. Refuses an invalid period (invalidFormat).
 */
export function readCustomers(ctx: Ctx, { query }: Input<'readCustomers'>): Promise<Data<'readCustomers'>> {
  return readSnapshot(ctx, async (snapshot) => {
    const days = requestedDays(snapshot, query, LONGEST_DAYS);
    return { time_zone: snapshot.rollup.time_zone, ...days, ...(await compareCustomers(snapshot, days)) };
  });
}

/** The same as a file, a count a row. */
export async function exportCustomers(
  ctx: Ctx,
  { query }: Input<'exportCustomers'>,
  reply: FastifyReply,
): Promise<unknown> {
  return sendSums(ctx, reply, query, {
    name: 'customers',
    action: 'sales.export',
    header: ['figure', { number: 'count' }, { number: 'count_before' }],
    longestDays: LONGEST_DAYS,
    read: async (snapshot, days) => {
      const { sum, before } = await compareCustomers(snapshot, days);
      return Object.entries(sum).map(([name, count]) => [name, count, before[name as keyof typeof sum]]);
    },
    toCells: (row) => [...row],
  });
}

/** `before`: of as many days just before. */
const compareCustomers = async (snapshot: Snapshot, days: Days) => ({
  sum: await countCustomers(snapshot, days),
  before: await countCustomers(snapshot, daysBefore(days)),
});

async function countCustomers(snapshot: Snapshot, days: Days): Promise<Data<'readCustomers'>['sum']> {
  const span = await readSpan(snapshot, days);
  const { rows } = await sql<Data<'readCustomers'>['sum']>`
    with joined as (
      select id from users where role_id is null and ${isIn('users.created_at', span)}),
    buyers as (select distinct user_id from orders where ${isIn('orders.created_at', span)})
    select
      (select coalesce(sum(visits), 0)::int from visits_by_day
        where day between ${days.from}::date and ${days.to}::date) as visits,
      (select count(*)::int from joined) as signed_up,
      (select count(*)::int from joined where exists (
        select from ledger_accounts own join ledger_movements on credit_account = own.id
        where own.user_id = joined.id and own.kind = 'available'
          and ledger_movements.kind in ('credit', 'redemption'))) as topped_up,
      (select count(*)::int from joined where exists (
        select from orders where user_id = joined.id)) as ordered,
      (select count(*)::int from joined where exists (
        select from orders where user_id = joined.id offset 1)) as ordered_again,
      (select count(*)::int from buyers) as buyers,
      (select count(*)::int from buyers where exists (
        select from orders where user_id = buyers.user_id
          and created_at < ${span.start})) as returning_buyers
    `.execute(snapshot.db);
  return rows[0]!;
}

/** What was sold by which price, and with which coupon: what each brought, and what it took off the list price. */
export function listOfferSales(
  ctx: Ctx,
  { query }: Input<'listOfferSales'>,
): Promise<Data<'listOfferSales'>> {
  return readSnapshot(ctx, async (snapshot) => {
    const days = requestedDays(snapshot, query, LONGEST_DAYS);
    const rows = await sumOffers(ctx, snapshot, days);
    return { ...pageOf(rows, query), time_zone: snapshot.rollup.time_zone, ...days };
  });
}

/** The same as a file. */
export async function exportOfferSales(
  ctx: Ctx,
  { query }: Input<'exportOfferSales'>,
  reply: FastifyReply,
): Promise<unknown> {
  const sums = ['orders', 'accounts', 'amount', 'taken_off'] as const;
  return sendSums(ctx, reply, query, {
    name: 'offers',
    action: 'sales.export',
    header: ['kind', 'name', ...sums.map((number) => ({ number }))],
    longestDays: LONGEST_DAYS,
    read: (snapshot, days) => sumOffers(ctx, snapshot, days),
    toCells: (row) => [row.kind, row.name, ...sums.map((sum) => row[sum])],
  });
}

type OfferRow = {
  readonly kind: OfferSales['kind'];
  /** The promotion's or the coupon's; 0 for the others. */
  readonly id: bigint;
  readonly orders: number;
  readonly accounts: number;
  readonly amount: bigint;
  readonly taken_off: bigint;
};

/**
 * An order counts for the price that won, and once more for its coupon. Orders from before there were such prices count
 * as sold at the list price.
 */
async function sumOffers(ctx: Ctx, snapshot: Snapshot, days: Days): Promise<OfferSales[]> {
  const { rows } = await sql<OfferRow>`
    with sold as (
      select coalesce(price_source, 'list') as source, coalesce(price_source_id, 0) as source_id,
        coupon_id, quantity, total_micro, discount_micro,
        coalesce(list_price_micro, unit_price_micro) * quantity - total_micro - discount_micro as price_off
      from orders where ${isIn('orders.created_at', await readSpan(snapshot, days))})
    select source as kind, case source when 'promotion' then source_id else 0 end as id,
      count(*)::int as orders, sum(quantity)::int as accounts,
      sum(total_micro)::bigint as amount, sum(price_off)::bigint as taken_off
    from sold group by 1, 2
    union all
    select 'coupon', coupon_id, count(*)::int, sum(quantity)::int,
      sum(total_micro)::bigint, sum(discount_micro)::bigint
    from sold where coupon_id is not null group by 2
    order by 5 desc, 1, 2`.execute(snapshot.db);
  const idsOf = (kind: OfferRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const promotions = idsOf('promotion');
  const inSnapshot = { ...ctx, db: snapshot.db };
  const names = promotions.length === 0 ? new Map() : await namePriceLists(inSnapshot, promotions);
  const codes = await findCouponCodes(snapshot.db, idsOf('coupon'));
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id === 0n ? null : String(row.id),
    name: (row.kind === 'coupon' ? codes : names).get(row.id) ?? '',
    orders: row.orders,
    accounts: row.accounts,
    amount: formatMicro(row.amount),
    taken_off: formatMicro(row.taken_off),
  }));
}
