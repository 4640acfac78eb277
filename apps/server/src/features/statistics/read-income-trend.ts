import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { sumDeposits, sumSales, sumUsers } from './day-figures.sql.ts';
import { daysUpTo, listDays } from './days.ts';
import { readFigures } from './read-figures.ts';
import { addSums, presentSums } from './sales-sums.ts';

/** Day by day up to today; a day on which nothing happened is a row of zeros. */
export function readIncomeTrend(
  ctx: Ctx,
  { query }: Input<'readIncomeTrend'>,
): Promise<Data<'readIncomeTrend'>> {
  requireAction(ctx.actor, 'statistics.read');
  return readFigures(ctx, async ({ db, build, today }) => {
    const days = daysUpTo(today, query.days);
    const sales = Map.groupBy(
      await sumSales(db, build, { ...days, by: 'all', perRow: 'day' }),
      ({ label }) => label,
    );
    const deposits = Map.groupBy(await sumDeposits(db, build, days), ({ day }) => day);
    const users = new Map((await sumUsers(db, build, days)).map((sum) => [sum.day, sum.users]));
    const deposited = (day: string): bigint =>
      (deposits.get(day) ?? []).reduce((sum, { amount_micro }) => sum + amount_micro, 0n);
    return {
      time_zone: build.time_zone,
      days: listDays(days).map((day) => ({
        day,
        ...presentSums(addSums(sales.get(day) ?? [])),
        deposited: formatMicro(deposited(day)),
        new_users: Number(users.get(day) ?? 0n),
      })),
    };
  });
}
