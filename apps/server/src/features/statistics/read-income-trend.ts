import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sumDeposits, sumSales, sumUsers } from './daily-totals.sql.ts';
import { daysUpTo, listDays } from './days.ts';
import { readSnapshot } from './read-snapshot.ts';
import { addSums, presentSums } from './sales-sums.ts';

/** Day by day up to today, also days on which nothing happened. */
export function readIncomeTrend(
  ctx: Ctx,
  { query }: Input<'readIncomeTrend'>,
): Promise<Data<'readIncomeTrend'>> {
  requireAction(ctx.actor, 'statistics.read');
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
