import {
  parseMicro,
  type Data,
  type Input,
  type SalesRow,
  type SortColumn,
  type SalesSums,
} from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { recordExport } from '../../platform/audit/record-audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf, sortRows, type SortKeys } from '../../platform/lists/pages.ts';
import { sendTable } from '../../platform/http/send-list.ts';
import { nameZone } from '../settings/index.ts';
import { refuse } from '../../platform/refusal.ts';
import { countDays, daysUpTo, type Days } from './days.ts';
import { readSnapshot, type Snapshot, sumSales } from './daily-totals.sql.ts';
import { sumSalesBy, addSums, presentSums } from './sum-sales-by.ts';

const DAYS = 30;
const MAX_DAYS = 3_660;
/** No answer names a day before it. */
const FIRST_DAY = '1970-01-01';

type Requested = Pick<Input<'listSales'>['query'], 'from' | 'to'>;

/** Sales by day, product, category or agent, with the total. Refuses an invalid period (invalidFormat). */
export function listSales(ctx: Ctx, { query }: Input<'listSales'>): Promise<Data<'listSales'>> {
  return readSnapshot(ctx, async (snapshot) => {
    const days = requestedDays(snapshot, query);
    const { rows, sum } = await sumSalesBy(snapshot, query.by, days, ctx.language);
    const sorted = sortRows(rows, query.sort, KEYS, ctx.language);
    return { ...pageOf(sorted, query), time_zone: snapshot.rollup.time_zone, ...days, sum };
  });
}

const KEYS: SortKeys<SalesRow, SortColumn<'listSales'>> = {
  // A day has no name, only its key.
  name: (row) => row.name || row.key,
  orders: (row) => row.orders,
  accounts: (row) => row.accounts,
  amount: (row) => microOf(row.amount),
  refunds: (row) => row.refunds,
  refunded: (row) => microOf(row.refunded),
  commission: (row) => microOf(row.commission),
  income: (row) => microOf(row.income),
};

/** Parses a sum, which may be negative. */
const microOf = (text: string): bigint =>
  text.startsWith('-') ? -parseMicro(text.slice(1)) : parseMicro(text);

/** The same as a file. */
export async function exportSales(
  ctx: Ctx,
  { query }: Input<'exportSales'>,
  reply: FastifyReply,
): Promise<unknown> {
  const { days, zone, rows } = await readSnapshot(ctx, async (snapshot) => {
    const period = requestedDays(snapshot, query);
    return {
      days: period,
      zone: snapshot.rollup.time_zone,
      ...(await sumSalesBy(snapshot, query.by, period, ctx.language)),
    };
  });
  const { format, ...filter } = query;
  await recordExport(ctx, { action: 'sales.export', subject: 'sales', query: filter }, rows.length);
  const sums = ['orders', 'accounts', 'amount', 'refunds', 'refunded', 'commission', 'income'] as const;
  const cells = rows.map((row) => [row.key, row.name, ...sums.map((sum) => row[sum]), zone]);
  const header = [query.by, 'name', ...sums, 'time_zone'];
  const name = `sales-${days.from}-${days.to}-${nameZone(zone)}`;
  return sendTable(reply, { name, header, format }, cells);
}

function requestedDays({ today }: Snapshot, { from, to = today }: Requested): Days {
  const days = from === undefined ? daysUpTo(to, DAYS) : { from, to };
  const isInOrder = FIRST_DAY <= days.from && days.from <= days.to;
  if (!isInOrder || countDays(days) > MAX_DAYS) refuse('invalidFormat', 'from, to');
  return days;
}

/** Products by accounts sold in the last `days` days, today included, best first. */
export function listBestSellers(
  ctx: Ctx,
  { query }: Input<'listBestSellers'>,
): Promise<Data<'listBestSellers'>> {
  return readSnapshot(ctx, async (snapshot) => {
    const { rows } = await sumSalesBy(snapshot, 'goods', daysUpTo(snapshot.today, query.days), ctx.language);
    return pageOf(
      rows
        .filter((row) => row.accounts > 0)
        .toSorted((a, b) => b.accounts - a.accounts || Number(a.key) - Number(b.key)),
      query,
    );
  });
}

/** The totals of all sales to users referred by an agent. The caller checks permissions. */
export const readAgentSales = (ctx: Ctx, agentId: bigint): Promise<SalesSums> =>
  readSnapshot(ctx, async ({ db, rollup, today }) => {
    const ever = { from: '1970-01-01', to: today };
    const sums = await sumSales(db, rollup, { ...ever, by: 'agent', perRow: 'key', keys: [agentId] });
    return presentSums(addSums(sums));
  });
