import { formatMicro, NETWORKS, type Data, type PeriodFigures } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import {
  sumDeposits,
  sumSales,
  sumUsers,
  type DepositSum,
  type SalesSum,
  type UserSum,
} from './daily-totals.sql.ts';
import { daysUpTo } from './days.ts';
import { readSnapshot, type Snapshot } from './read-snapshot.ts';
import { addSums, presentSums } from './sales-sums.ts';
import { countFailedDeliveries, countTopUps } from './success-rates.sql.ts';

const PERIODS = { today: 1, last_7_days: 7, last_30_days: 30 } as const;

type Read = { readonly sales: SalesSum[]; readonly deposits: DepositSum[]; readonly users: UserSum[] };

/** Figures of today and of the last 7 and 30 days, read in one snapshot. */
export async function readDashboard(
  ctx: Ctx,
  countOnline: () => Promise<number>,
): Promise<Data<'readDashboard'>> {
  requireAction(ctx.actor, 'statistics.read');
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
