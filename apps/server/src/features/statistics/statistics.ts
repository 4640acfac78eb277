import { formatMicro, NETWORKS, type Data, type PeriodFigures, type Input, textIn } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import {
  sumDeposits,
  sumSales,
  sumUsers,
  type DepositSum,
  type SalesSum,
  type UserSum,
  readSnapshot,
  type Snapshot,
  readNextDay,
  readOwnDay,
  type SalesBy,
} from './daily-totals.sql.ts';
import { daysBefore, daysUpTo, listDays, type Days } from './days.ts';
import { presentPace, readPace } from './reorder.ts';
import { addSums, presentSums } from './list-sales.ts';
import { sql } from 'kysely';
import { DAY_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { dayStart } from '../../platform/db/day-start.ts';
import { readOutboxState } from '../../platform/mail/outbox.sql.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { listGoodsOnSale, findGoodsInCategory } from '../goods/index.ts';
import { sumOrders, type OrdersSum } from '../orders/index.ts';
import { resolvePeriod } from '../settings/index.ts';

const PERIODS = { today: 1, last_7_days: 7, last_30_days: 30 } as const;

type Read = { readonly sales: SalesSum[]; readonly deposits: DepositSum[]; readonly users: UserSum[] };

/** Figures of today and of the last 7 and 30 days, beside as many days before, read in one snapshot. */
export async function readDashboard(
  ctx: Ctx,
  countOnline: () => Promise<number>,
): Promise<Data<'readDashboard'>> {
  const online = await countOnline();
  return readSnapshot(ctx, async (snapshot) => {
    const { db, rollup, today } = snapshot;
    const days = daysUpTo(today, 2 * PERIODS.last_30_days);
    const read = {
      sales: await sumSales(db, rollup, { ...days, by: 'all', perRow: 'day' }),
      deposits: await sumDeposits(db, rollup, days),
      users: await sumUsers(db, rollup, days),
    };
    return {
      time_zone: rollup.time_zone,
      today: await presentPeriod(snapshot, read, PERIODS.today),
      last_7_days: await presentPeriod(snapshot, read, PERIODS.last_7_days),
      last_30_days: await presentPeriod(snapshot, read, PERIODS.last_30_days),
      last_week_so_far: await sumLastWeek(snapshot, ctx.clock.now()),
      online_users: online,
    };
  });
}

const WEEK = 7;

/** What was sold on the same day last week, from its beginning up to this time of day. */
async function sumLastWeek({ db, rollup, today }: Snapshot, now: Date) {
  const { from: day } = daysUpTo(today, WEEK + 1);
  const { rows } = await sql<{ orders: number; accounts: number; micro: bigint }>`
    select count(*)::int as orders, coalesce(sum(quantity), 0)::int as accounts,
      coalesce(sum(total_micro), 0)::bigint as micro
    from orders
    where created_at >= ${dayStart(sql`${day}::text`, rollup.time_zone)}
      and created_at <= ${new Date(now.getTime() - WEEK * DAY_MS)}`.execute(db);
  const { orders, accounts, micro } = rows[0]!;
  return { orders, accounts, amount: formatMicro(micro) };
}

async function presentPeriod(
  { db, rollup, today }: Snapshot,
  read: Read,
  count: number,
): Promise<PeriodFigures> {
  const { from } = daysUpTo(today, count);
  const { sales, deposits, users } = onDays(read, { from, to: today });
  const topUps = await countTopUps(db, from, rollup.time_zone);
  const failed = await countFailedDeliveries(db, from, rollup.time_zone);
  return {
    from,
    to: today,
    ...presentSums(sales),
    deposits: NETWORKS.map((network) => presentDeposits(network, deposits)),
    new_users: countUsers(users),
    top_up_success: share(topUps.succeeded, topUps.ended),
    delivery_success: share(Math.max(0, Number(sales.orders) - failed), Number(sales.orders)),
    before: count === PERIODS.today ? null : presentBefore(onDays(read, daysBefore({ from, to: today }))),
  };
}

function onDays({ sales, deposits, users }: Read, { from, to }: Days) {
  const isOn = (day: string): boolean => from <= day && day <= to;
  return {
    sales: addSums(sales.filter(({ label }) => isOn(label))),
    deposits: deposits.filter(({ day }) => isOn(day)),
    users: users.filter(({ day }) => isOn(day)),
  };
}

const presentBefore = ({ sales, deposits, users }: ReturnType<typeof onDays>) => ({
  ...presentSums(sales),
  deposited: formatMicro(deposits.reduce((sum, { amount_micro }) => sum + amount_micro, 0n)),
  new_users: countUsers(users),
});

const countUsers = (days: readonly UserSum[]): number =>
  Number(days.reduce((sum, { users }) => sum + users, 0n));

function presentDeposits(network: DepositSum['network'], all: readonly DepositSum[]) {
  const own = all.filter((sum) => sum.network === network);
  return {
    network,
    deposits: Number(own.reduce((sum, day) => sum + day.deposits, 0n)),
    amount: formatMicro(own.reduce((sum, day) => sum + day.amount_micro, 0n)),
  };
}

/** Rounded to four decimals; null for a share of nothing. */
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;

/** Day by day up to today, also days on which nothing happened. */
export function readIncomeTrend(
  ctx: Ctx,
  { query }: Input<'readIncomeTrend'>,
): Promise<Data<'readIncomeTrend'>> {
  return readSnapshot(ctx, async ({ db, rollup, today }) => {
    const days = daysUpTo(today, query.days);
    const sales = Map.groupBy(
      await sumSales(db, rollup, { ...days, by: 'all', perRow: 'day' }),
      ({ label }) => label,
    );
    const deposits = Map.groupBy(await sumDeposits(db, rollup, days), ({ day }) => day);
    const users = new Map((await sumUsers(db, rollup, days)).map((sum) => [sum.day, sum.users]));
    const deposited = (day: string): bigint =>
      (deposits.get(day) ?? []).reduce((sum, { amount_micro }) => sum + amount_micro, 0n);
    return {
      time_zone: rollup.time_zone,
      days: listDays(days).map((day) => ({
        day,
        ...presentSums(addSums(sales.get(day) ?? [])),
        deposited: formatMicro(deposited(day)),
        new_users: Number(users.get(day) ?? 0n),
      })),
    };
  });
}

type Outcomes = { readonly succeeded: number; readonly ended: number };

/** Top-ups requested since the start of that day: how many have ended, and how many of those were credited. */
async function countTopUps(db: Db, day: string, timeZone: string): Promise<Outcomes> {
  const { rows } = await sql<Outcomes>`
    select count(*) filter (where state = 'credited')::int as succeeded,
      count(*) filter (where state not in ('waiting', 'seen', 'review'))::int as ended
    from recharges where created_at >= ${dayStart(sql`${day}::text`, timeZone)}`.execute(db);
  return rows[0]!;
}

/** Of the orders placed since the start of that day, those whose delivery e-mail was given up and not sent since. */
async function countFailedDeliveries(db: Db, day: string, timeZone: string): Promise<number> {
  const start = dayStart(sql`${day}::text`, timeZone);
  const { rows } = await sql<{ failed: number }>`
    select count(distinct orders.id)::int as failed
    from order_timeline entry join orders on orders.id = entry.order_id
    where entry.kind = 'mailFailed' and entry.at >= ${start} and orders.created_at >= ${start}
      and orders.delivery_state = 'failed'`.execute(db);
  return rows[0]!.failed;
}

/** The state of the outbox. Mails that were given up are not part of it; they are listed as tasks. */
export async function readMailHealth({ db, clock }: Ctx): Promise<Data<'readMailHealth'>> {
  const { waiting, failing, waitsSince, lastSentAt } = await readOutboxState(db, clock.now());
  return {
    waiting,
    failing,
    waits_since: waitsSince?.toISOString() ?? null,
    last_sent_at: lastSentAt?.toISOString() ?? null,
  };
}

/** Stock of which nothing was sold for so long is dead. */
const DEAD_DAYS = 30;

/** Products on sale by how long their stock will last at the sales of the last `days` days; sold-out ones first. */
export function listLowStock(ctx: Ctx, { query }: Input<'listLowStock'>): Promise<Data<'listLowStock'>> {
  return readSnapshot(ctx, async ({ db, rollup, today }) => {
    const goods = await listGoodsOnSale(db, {});
    const ids = goods.map(({ id }) => id);
    const pace = await readPace({ db, rollup, today }, ids, query.days);
    const month = await sumSales(db, rollup, {
      ...daysUpTo(today, DEAD_DAYS),
      by: 'goods',
      perRow: 'key',
      keys: ids,
    });
    const soldLately = new Set(month.filter((sum) => sum.items > 0n).map((sum) => sum.label));
    const rows = goods.map(({ id, name }) => {
      const { free, perDay } = pace.get(id)!;
      return {
        goods: { id: String(id), name: textIn(name, ctx.language) },
        ...presentPace({ free, perDay }),
        is_dead: free > 0 && !soldLately.has(String(id)),
      };
    });
    const lasts = ({ stock: free, days_left }: (typeof rows)[number]): number =>
      free === 0 ? -1 : (days_left ?? Infinity);
    return pageOf(
      rows.toSorted((a, b) => (lasts(a) < lasts(b) ? -1 : lasts(a) > lasts(b) ? 1 : a.stock - b.stock)),
      query,
    );
  });
}

/**
 * The totals of orders that match a filter: exact over any period that daily totals cover. Otherwise orders are
 * counted, newest first; if there are too many, `counted_from` says how far back.
 */
export async function totalOrders(ctx: Ctx, { query }: Input<'totalOrders'>): Promise<Data<'totalOrders'>> {
  const sum = (await sumWholeDays(ctx, query)) ?? (await sumOrders(ctx.db, query, { isWhole: false }));
  return present(sum);
}

const present = ({ orders, items, amountMicro, countedFrom }: OrdersSum): Data<'totalOrders'> => ({
  orders: Number(orders),
  accounts: Number(items),
  amount: formatMicro(amountMicro),
  counted_from: countedFrom?.toISOString() ?? null,
});

type Filter = Input<'totalOrders'>['query'];

const FIRST_DAY = '2000-01-01';

const LAST_DAY = '2099-12-31';

/**
 * The totals of orders that match a filter, from daily totals; orders of partly covered days are counted one by one.
 * Null if the filter uses what daily totals do not have.
 */
async function sumWholeDays(ctx: Ctx, filter: Filter): Promise<OrdersSum | null> {
  const { from, to, goods, category, agent, ...others } = filter;
  const known = [goods, category, agent].filter((one) => one !== undefined);
  if (known.length > 1 || Object.values(others).some((one) => one !== undefined)) return null;
  return readSnapshot(ctx, async ({ db, rollup }) => {
    const moments = await resolvePeriod(db, { from, to });
    const first = moments.from && (await readNextDay(db, moments.from, rollup.time_zone));
    // The last moment is part of the period, so a whole day ends where the next one begins.
    const end = moments.to && new Date(moments.to.getTime() + 1);
    const last = end && (await readOwnDay(db, end, rollup.time_zone));
    if (first && last && first.start >= last.start) return sumOrders(db, filter, { isWhole: true });
    const by: SalesBy = agent !== undefined ? 'agent' : known.length > 0 ? 'goods' : 'all';
    const keys =
      category === undefined
        ? [BigInt(goods ?? agent ?? 0)]
        : await findGoodsInCategory(db, BigInt(category));
    const days = { from: first?.day ?? FIRST_DAY, to: last?.dayBefore ?? LAST_DAY };
    const whole = addSums(await sumSales(db, rollup, { ...days, by, perRow: 'key', keys }));
    const parts: Filter[] = [];
    if (first && first.start > moments.from)
      parts.push({ ...filter, to: new Date(first.start.getTime() - 1).toISOString() });
    if (last && end > last.start) parts.push({ ...filter, from: last.start.toISOString() });
    const total = { orders: whole.orders, items: whole.items, amountMicro: whole.amount_micro };
    for (const part of parts) {
      const sum = await sumOrders(db, part, { isWhole: true });
      total.orders += sum.orders;
      total.items += sum.items;
      total.amountMicro += sum.amountMicro;
    }
    return { ...total, countedFrom: null };
  });
}
