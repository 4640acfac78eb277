import {
  parseMicro,
  type Data,
  type Input,
  type SalesRow,
  type SortColumn,
  type SalesSums,
  textIn,
  type SALES_BY,
  formatMicro,
} from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { recordExport, type ExportNote } from '../../platform/audit/record-audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf, sortRows, type SortKeys } from '../../platform/lists/pages.ts';
import { sendTable, type CsvRow, type Table } from '../../platform/http/send-list.ts';
import { nameZone } from '../settings/index.ts';
import { refuse } from '../../platform/refusal.ts';
import { countDays, daysBefore, daysUpTo, type Days, listDays } from './days.ts';
import { readSnapshot, type Snapshot, sumSales, type SalesSum } from './daily-totals.sql.ts';
import { findAgentNames } from '../agents/index.ts';
import { findGoods, listCategoryRows, type GoodsRow } from '../goods/index.ts';
import { nameLevels } from '../prices/index.ts';

const DAYS = 30;
const MAX_DAYS = 3_660;
/** No answer names a day before it. */
const FIRST_DAY = '1970-01-01';

type Requested = Pick<Input<'listSales'>['query'], 'from' | 'to'>;

/**
 * Sales by day, product, category, agent or level, with the total and that of as many days before. Refuses an invalid
 * period (invalidFormat).
 */
export function listSales(ctx: Ctx, { query }: Input<'listSales'>): Promise<Data<'listSales'>> {
  return readSnapshot(ctx, async (snapshot) => {
    const days = requestedDays(snapshot, query);
    const { rows, sum } = await sumSalesBy(ctx, snapshot, query.by, days);
    const sorted = sortRows(rows, query.sort, KEYS, ctx.language);
    const before = await sumSales(snapshot.db, snapshot.rollup, {
      ...daysBefore(days),
      by: 'all',
      perRow: 'key',
    });
    return {
      ...pageOf(sorted, query),
      time_zone: snapshot.rollup.time_zone,
      ...days,
      sum,
      before: presentSums(addSums(before)),
    };
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
export const microOf = (text: string): bigint =>
  text.startsWith('-') ? -parseMicro(text.slice(1)) : parseMicro(text);

/** The same as a file. */
export async function exportSales(
  ctx: Ctx,
  { query }: Input<'exportSales'>,
  reply: FastifyReply,
): Promise<unknown> {
  const sums = ['orders', 'accounts', 'amount', 'refunds', 'refunded', 'commission', 'income'] as const;
  return sendSums(ctx, reply, query, {
    name: 'sales',
    action: 'sales.export',
    header: [query.by, 'name', ...sums.map((number) => ({ number }))],
    read: async (snapshot, days) => (await sumSalesBy(ctx, snapshot, query.by, days)).rows,
    toCells: (row) => [row.key, row.name, ...sums.map((sum) => row[sum])],
  });
}

type SumsFile<Row> = {
  /** The file's, and what the audit log says was exported. */
  readonly name: string;
  readonly action: ExportNote['action'];
  readonly header: Table['header'];
  readonly longestDays?: number;
  readonly read: (snapshot: Snapshot, days: Days) => Promise<readonly Row[]>;
  readonly toCells: (row: Row) => CsvRow;
};

type SumsQuery = Requested & ExportNote['query'] & Pick<Table, 'format'>;

/** Rows of sums of a period as a file that is named by its days; the shop's zone is the last cell of each row. */
export async function sendSums<Row>(
  ctx: Ctx,
  reply: FastifyReply,
  { format, ...filter }: SumsQuery,
  { name, action, header, longestDays, read, toCells }: SumsFile<Row>,
): Promise<FastifyReply> {
  const { days, zone, rows } = await readSnapshot(ctx, async (snapshot) => {
    const period = requestedDays(snapshot, filter, longestDays);
    return { days: period, zone: snapshot.rollup.time_zone, rows: await read(snapshot, period) };
  });
  await recordExport(ctx, { action, subject: name, query: filter }, rows.length);
  const file = `${name}-${days.from}-${days.to}-${nameZone(zone)}`;
  return sendTable(
    reply,
    { name: file, header: [...header, 'time_zone'], format },
    rows.map((row) => [...toCells(row), zone]),
  );
}

/** The days asked for, at most so many; the last 30 without any. Refuses an invalid period (invalidFormat). */
export function requestedDays(
  { today }: Snapshot,
  { from, to = today }: Requested,
  longest = MAX_DAYS,
): Days {
  const days = from === undefined ? daysUpTo(to, DAYS) : { from, to };
  const isInOrder = FIRST_DAY <= days.from && days.from <= days.to;
  if (!isInOrder || countDays(days) > longest) refuse('invalidFormat', 'from, to');
  return days;
}

/** Products by accounts sold in the last `days` days, today included, best first. */
export function listBestSellers(
  ctx: Ctx,
  { query }: Input<'listBestSellers'>,
): Promise<Data<'listBestSellers'>> {
  return readSnapshot(ctx, async (snapshot) => {
    const { rows } = await sumSalesBy(ctx, snapshot, 'goods', daysUpTo(snapshot.today, query.days));
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

type Dimension = (typeof SALES_BY)[number];

type SalesReport = { readonly rows: SalesRow[]; readonly sum: SalesSums };

/** A row for each day, the newest first, or for each product, category, agent or level with sales or refunds then. */
async function sumSalesBy(
  ctx: Ctx,
  { db, rollup }: Snapshot,
  dimension: Dimension,
  days: Days,
): Promise<SalesReport> {
  const sums = await sumSales(db, rollup, {
    ...days,
    by: dimension === 'day' ? 'all' : dimension === 'category' ? 'goods' : dimension,
    perRow: dimension === 'day' ? 'day' : 'key',
  });
  const rows = await toRows({ ...ctx, db }, dimension, days, sums);
  if (dimension !== 'level') return { rows, sum: presentSums(addSums(sums)) };
  const all = addSums(await sumSales(db, rollup, { ...days, by: 'all', perRow: 'key' }));
  const rest = subtractSums(all, addSums(sums));
  const isWhole = Object.values(rest).every((one) => one === 0n);
  return {
    rows: isWhole ? rows : [...rows, { key: UNKNOWN_LEVEL, name: '', ...presentSums(rest) }],
    sum: presentSums(all),
  };
}

async function toRows(
  ctx: Ctx,
  dimension: Dimension,
  days: Days,
  sums: readonly SalesSum[],
): Promise<SalesRow[]> {
  const { db, language } = ctx;
  if (dimension === 'day') {
    const byDay = new Map(sums.map((sum) => [sum.label, [sum]]));
    return listDays(days)
      .toReversed()
      .map((day) => toRow(day, '', byDay.get(day) ?? []));
  }
  const ids = sums.map(({ label }) => BigInt(label));
  if (dimension === 'agent') {
    const names = await findAgentNames(db, ids);
    return sums.map((sum) => toRow(sum.label, names.get(sum.label) ?? '', [sum]));
  }
  if (dimension === 'level') {
    const names = await nameLevels(ctx, ids);
    return sums.map((sum) => toRow(sum.label, names.get(BigInt(sum.label)) ?? '', [sum]));
  }
  const goods = await findGoods(db, ids);
  const goodsOf = ({ label }: SalesSum): GoodsRow => goods.get(BigInt(label))!;
  if (dimension === 'goods')
    return sums.map((sum) => toRow(sum.label, textIn(goodsOf(sum).name, language), [sum]));
  const byCategory = Map.groupBy(sums, (sum) => goodsOf(sum).category_id);
  const categories = (await listCategoryRows(db)).filter(({ id }) => byCategory.has(id));
  return categories.map(({ id, name }) => toRow(String(id), textIn(name, language), byCategory.get(id)!));
}

const toRow = (key: string, name: string, sums: readonly SalesSum[]): SalesRow => ({
  key,
  name,
  ...presentSums(addSums(sums)),
});

/** What was rolled up before the shop recorded levels. */
const UNKNOWN_LEVEL = 'unknown';

type Sum = Omit<SalesSum, 'label'>;

const NOTHING: Sum = {
  orders: 0n,
  items: 0n,
  amount_micro: 0n,
  refunds: 0n,
  refunded_micro: 0n,
  commission_micro: 0n,
};

/** Zero of everything for none. */
export const addSums = (sums: readonly Sum[]): Sum =>
  sums.reduce(
    (total, sum) => ({
      orders: total.orders + sum.orders,
      items: total.items + sum.items,
      amount_micro: total.amount_micro + sum.amount_micro,
      refunds: total.refunds + sum.refunds,
      refunded_micro: total.refunded_micro + sum.refunded_micro,
      commission_micro: total.commission_micro + sum.commission_micro,
    }),
    NOTHING,
  );

const subtractSums = (whole: Sum, part: Sum): Sum => ({
  orders: whole.orders - part.orders,
  items: whole.items - part.items,
  amount_micro: whole.amount_micro - part.amount_micro,
  refunds: whole.refunds - part.refunds,
  refunded_micro: whole.refunded_micro - part.refunded_micro,
  commission_micro: whole.commission_micro - part.commission_micro,
});

/** Amounts are decimals in USDT; income is what is left after refunds and commission. */
export const presentSums = (sum: Sum): SalesSums => ({
  orders: Number(sum.orders),
  accounts: Number(sum.items),
  amount: formatMicro(sum.amount_micro),
  refunds: Number(sum.refunds),
  refunded: formatMicro(sum.refunded_micro),
  commission: formatMicro(sum.commission_micro),
  income: formatMicro(sum.amount_micro - sum.refunded_micro - sum.commission_micro),
});
