import { formatMicro, NETWORKS, type Data, type PeriodFigures, type Input } from '@portside/contract';
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
} from './daily-totals.sql.ts';
import { daysUpTo, listDays } from './days.ts';
import { addSums, presentSums } from './sum-sales-by.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { dayStart } from '../../platform/db/day-start.ts';
import { readOutboxState } from '../../platform/mail/outbox.sql.ts';

const PERIODS = { today: 1, last_7_days: 7, last_30_days: 30 } as const;

type Read = { readonly sales: SalesSum[]; readonly deposits: DepositSum[]; readonly users: UserSum[] };

/** Figures of today and of the last 7 and 30 days, read in one snapshot. */
export async function readDashboard(
  ctx: Ctx,
  countOnline: () => Promise<number>,
): Promise<Data<'readDashboard'>> {
  const online = await countOnline();
  return readSnapshot(ctx, async (snapshot) => {
    const { db, rollup, today } = snapshot;
    const days = daysUpTo(today, PERIODS.last_30_days);
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
      online_users: online,
    };
  });
}

async function presentPeriod(
  { db, rollup, today }: Snapshot,
  read: Read,
  count: number,
): Promise<PeriodFigures> {
  const { from } = daysUpTo(today, count);
  const sales = addSums(read.sales.filter(({ label }) => label >= from));
  const deposits = read.deposits.filter(({ day }) => day >= from);
  const users = read.users.filter(({ day }) => day >= from);
  const topUps = await countTopUps(db, from, rollup.time_zone);
  const failed = await countFailedDeliveries(db, from, rollup.time_zone);
  return {
    ...presentSums(sales),
    deposits: NETWORKS.map((network) => presentDeposits(network, deposits)),
    new_users: Number(users.reduce((sum, day) => sum + day.users, 0n)),
    top_up_success: share(topUps.succeeded, topUps.ended),
    delivery_success: share(Math.max(0, Number(sales.orders) - failed), Number(sales.orders)),
  };
}

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

/** Orders whose delivery e-mail was given up since the start of that day. */
async function countFailedDeliveries(db: Db, day: string, timeZone: string): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(distinct order_id)::int as failed from order_timeline
    where kind = 'mailFailed' and at >= ${dayStart(sql`${day}::text`, timeZone)}`.execute(db);
  return rows[0]!.failed;
}

/** The state of the outbox. Mails that were given up are not part of it; they are listed as tasks. */
export async function readMailHealth({ db }: Ctx): Promise<Data<'readMailHealth'>> {
  const { waiting, failing, waitsSince, lastSentAt } = await readOutboxState(db);
  return {
    waiting,
    failing,
    waits_since: waitsSince?.toISOString() ?? null,
    last_sent_at: lastSentAt?.toISOString() ?? null,
  };
}
