import {
  formatMicro,
  textIn,
  type Data,
  type Input,
  type Language,
  type PROFIT_BY,
  type ProfitRow,
  type ProfitSums,
  type SortColumn,
  type SupplierSales,
} from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { recordExport } from '../../platform/audit/record-audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { sendTable } from '../../platform/http/send-list.ts';
import { pageOf, sortRows, type SortKeys } from '../../platform/lists/pages.ts';
import { findAgentNames } from '../agents/index.ts';
import { findGoods, listCategoryRows } from '../goods/index.ts';
import { BATCH_SUMS, batchLines, replacementLines } from './batch-sales.sql.ts';
import { readSnapshot, type Rollup, type Snapshot } from './daily-totals.sql.ts';
import { daysBefore, listDays, splitMonths, type Days } from './days.ts';
import { microOf, requestedDays, sendSums } from './list-sales.ts';

type Dimension = (typeof PROFIT_BY)[number];

/** What was earned, by day, product, category, supplier or agent. Refuses an invalid period (invalidFormat). */
export function listProfit(ctx: Ctx, { query }: Input<'listProfit'>): Promise<Data<'listProfit'>> {
  return readSnapshot(ctx, async (snapshot) => {
    const days = requestedDays(snapshot, query);
    const { rows, sum } = await sumProfitBy(snapshot, query.by, days, ctx.language);
    const before = await sumProfit(snapshot, 'all', daysBefore(days));
    const sorted = sortRows(rows, query.sort, KEYS, ctx.language);
    return {
      ...pageOf(sorted, query),
      time_zone: snapshot.rollup.time_zone,
      ...days,
      sum,
      before: present(addSums(before)),
    };
  });
}

const KEYS: SortKeys<ProfitRow, SortColumn<'listProfit'>> = {
  // A day has no name, only its key.
  name: (row) => row.name || row.key,
  accounts: (row) => row.accounts,
  revenue: (row) => microOf(row.revenue),
  refunded: (row) => microOf(row.refunded),
  cost: (row) => microOf(row.cost),
  commission: (row) => microOf(row.commission),
  bonus: (row) => microOf(row.bonus),
  profit: (row) => microOf(row.profit),
};

const COLUMNS = [
  'accounts',
  'revenue',
  'refunded',
  'cost',
  'replacement_cost',
  'commission',
  'bonus',
  'discount',
  'profit',
  'unknown_accounts',
  'unknown_revenue',
] as const;

/** The same as a file. */
export async function exportProfit(
  ctx: Ctx,
  { query }: Input<'exportProfit'>,
  reply: FastifyReply,
): Promise<unknown> {
  return sendSums(ctx, reply, query, {
    name: 'profit',
    action: 'profit.export',
    header: [query.by, 'name', ...COLUMNS.map((number) => ({ number }))],
    read: async (snapshot, days) => (await sumProfitBy(snapshot, query.by, days, ctx.language)).rows,
    toCells: (row) => [row.key, row.name, ...COLUMNS.map((column) => row[column])],
  });
}

/** The row of bonuses on top-ups, which no product and no import has earned; an agent's buyers have theirs. */
const BONUSES = 'bonus';

/** Of one day, product, supplier, agent or everything (`label`). */
type ProfitSum = {
  readonly label: string;
  readonly items: bigint;
  readonly amount: bigint;
  readonly discount: bigint;
  readonly refunded: bigint;
  readonly commission: bigint;
  readonly bonus: bigint;
  readonly cost: bigint;
  readonly replacement: bigint;
  readonly unknown: bigint;
  readonly unknown_amount: bigint;
};

const LABELS: Record<Exclude<Dimension, 'category'> | 'all', string> = {
  all: `'0'`,
  day: 'line.day',
  goods: `coalesce(nullif(line.goods_id, 0)::text, '${BONUSES}')`,
  supplier: `case line.goods_id when 0 then '${BONUSES}' else coalesce(batch.supplier_id, 0)::text end`,
  agent: 'line.agent_id',
};

/**
 * An account costs its import's total divided by its accounts, rounded down to the millionth; what that leaves is borne
 * by the first of them, so that all together cost the total. Null where nobody has said what it cost.
 */
const BATCHES = sql`(
  select id, goods_id, supplier_id, added, created_at, coalesce(nullif(note, ''), file_name) as name,
    case cost_per when 'each' then cost_micro when 'all' then cost_micro / greatest(added, 1) end as each_micro,
    case cost_per when 'all' then cost_micro % greatest(added, 1) else 0 end as first_micro
  from stock_batches)`;

/** Whole numbers: none is above what all together cost, which is one. */
const costOf = (items: string, firsts: string) =>
  sql`batch.each_micro * (${sql.raw(items)}) + batch.first_micro * (${sql.raw(firsts)})`;

/** Whole months, single days and what is not rolled up yet, at what the imports cost by what is known now. */
async function sumProfit(
  { db, rollup }: Snapshot,
  by: keyof typeof LABELS,
  days: Days,
): Promise<ProfitSum[]> {
  const sums = sql.join(BATCH_SUMS.map((sum) => sql.ref(sum)));
  const { months, others } = by === 'day' ? { months: null, others: [days] } : splitMonths(days);
  const ofRollup = sql`rollup_id = ${rollup.id} and by = ${by === 'agent' ? 'agent' : 'all'}`;
  const parts = others.map(
    ({ from, to }) => sql`
      select day, batch_id, goods_id, agent_id, ${sums} from batch_sales_by_day
      where ${ofRollup} and day between ${from}::date and ${to}::date`,
  );
  if (months)
    parts.push(sql`
      select month, batch_id, goods_id, agent_id, ${sums} from batch_sales_by_month
      where ${ofRollup} and month between ${months.from}::date and ${months.to}::date`);
  for (const late of lateLines(rollup, days))
    parts.push(sql`
      select * from (${late}) late where day between ${days.from}::date and ${days.to}::date`);
  const { rows } = await sql<ProfitSum>`
    select (${sql.raw(LABELS[by])})::text as label,
      sum(line.items)::bigint as items, sum(line.amount_micro)::bigint as amount,
      sum(line.discount_micro)::bigint as discount, sum(line.refunded_micro)::bigint as refunded,
      sum(line.commission_micro)::bigint as commission, sum(line.bonus_micro)::bigint as bonus,
      coalesce(sum(${costOf('line.items + line.replaced', 'line.firsts + line.replaced_firsts')}), 0)::bigint as cost,
      coalesce(sum(${costOf('line.replaced', 'line.replaced_firsts')}), 0)::bigint as replacement,
      coalesce(sum(line.items + line.replaced) filter (where batch.each_micro is null), 0)::bigint as unknown,
      coalesce(sum(line.amount_micro) filter (where batch.each_micro is null), 0)::bigint as unknown_amount
    from (${sql.join(parts, sql` union all `)}) line left join ${BATCHES} batch on batch.id = line.batch_id
    group by 1 order by 1`.execute(db);
  return rows;
}

/** What is not rolled up yet: of these days and those near them, or all. */
const lateLines = (rollup: Rollup, days?: Days) => {
  const span = { timeZone: rollup.time_zone, ...(days && { days }) };
  return [
    batchLines({ ...span, after: rollup.batch_sales_movement }),
    replacementLines({ ...span, after: rollup.batch_sales_entry }),
  ];
};

type Report = { readonly rows: ProfitRow[]; readonly sum: ProfitSums };

async function sumProfitBy(
  snapshot: Snapshot,
  by: Dimension,
  days: Days,
  language: Language,
): Promise<Report> {
  const sums = await sumProfit(snapshot, by === 'category' ? 'goods' : by, days);
  return { rows: await toRows(snapshot.db, by, days, sums, language), sum: present(addSums(sums)) };
}

async function toRows(
  db: Db,
  by: Dimension,
  days: Days,
  sums: readonly ProfitSum[],
  language: Language,
): Promise<ProfitRow[]> {
  if (by === 'day') {
    const byDay = new Map(sums.map((sum) => [sum.label, sum]));
    return listDays(days)
      .toReversed()
      .map((day) => ({ key: day, name: '', ...present(byDay.get(day) ?? NOTHING) }));
  }
  const ids = sums.flatMap(({ label }) => (label === '0' || label === BONUSES ? [] : [BigInt(label)]));
  const toRow = (name: string | undefined, key: string, own: readonly ProfitSum[]): ProfitRow => ({
    key,
    name: name ?? '',
    ...present(addSums(own)),
  });
  if (by === 'agent') {
    const names = await findAgentNames(db, ids);
    return sums.map((sum) => toRow(names.get(sum.label), sum.label, [sum]));
  }
  if (by === 'supplier') {
    const names = new Map(
      ids.length === 0
        ? []
        : (await db.selectFrom('suppliers').select(['id', 'name']).where('id', 'in', ids).execute()).map(
            ({ id, name }) => [String(id), name] as const,
          ),
    );
    return sums.map((sum) => toRow(names.get(sum.label), sum.label, [sum]));
  }
  const goods = await findGoods(db, ids);
  const goodsOf = ({ label }: ProfitSum) => (label === BONUSES ? undefined : goods.get(BigInt(label)));
  if (by === 'goods')
    return sums.map((sum) => {
      const own = goodsOf(sum);
      return toRow(own && textIn(own.name, language), sum.label, [sum]);
    });
  const byCategory = Map.groupBy(sums, (sum) => String(goodsOf(sum)?.category_id ?? BONUSES));
  const names = new Map(
    (await listCategoryRows(db)).map(({ id, name }) => [String(id), textIn(name, language)]),
  );
  return [...byCategory].map(([key, own]) => toRow(names.get(key), key, own));
}

type Sum = Omit<ProfitSum, 'label'>;

const NOTHING: Sum = {
  items: 0n,
  amount: 0n,
  discount: 0n,
  refunded: 0n,
  commission: 0n,
  bonus: 0n,
  cost: 0n,
  replacement: 0n,
  unknown: 0n,
  unknown_amount: 0n,
};
const SUMS = Object.keys(NOTHING) as (keyof Sum)[];

const addSums = (sums: readonly Sum[]): Sum =>
  sums.reduce<Sum>(
    (total, sum) => Object.fromEntries(SUMS.map((key) => [key, total[key] + sum[key]])) as unknown as Sum,
    NOTHING,
  );

const present = (sum: Sum): ProfitSums => ({
  accounts: Number(sum.items),
  revenue: formatMicro(sum.amount),
  refunded: formatMicro(sum.refunded),
  cost: formatMicro(sum.cost),
  replacement_cost: formatMicro(sum.replacement),
  commission: formatMicro(sum.commission),
  bonus: formatMicro(sum.bonus),
  discount: formatMicro(sum.discount),
  profit: formatMicro(sum.amount - sum.refunded - sum.cost - sum.commission - sum.bonus),
  unknown_accounts: Number(sum.unknown),
  unknown_revenue: formatMicro(sum.unknown_amount),
});

/** What it is of, and how its rows are ordered: suppliers by name, imports that name none last; what is newest first. */
const SUPPLIED = {
  supplier: {
    id: sql`coalesce(supplier.id, 0)`,
    // Those that nothing came from yet are named too.
    join: sql`full join`,
    order: sql`max(supplier.id) is null, max(supplier.name_key)`,
  },
  goods: { id: sql`batch.goods_id`, join: sql`left join`, order: sql`1 desc` },
  batch: { id: sql`batch.id`, join: sql`left join`, order: sql`1 desc` },
} as const;

type SuppliedBy = keyof typeof SUPPLIED;

/** What became of the accounts that were imported. */
export function listSupplierProfit(
  ctx: Ctx,
  { query }: Input<'listSupplierProfit'>,
): Promise<Data<'listSupplierProfit'>> {
  return readSnapshot(ctx, async (snapshot) => pageOf(await sumSupplied(ctx, snapshot, query.by), query));
}

/** The same as a file. */
export async function exportSupplierProfit(
  ctx: Ctx,
  { query: { by, format } }: Input<'exportSupplierProfit'>,
  reply: FastifyReply,
): Promise<unknown> {
  const rows = await readSnapshot(ctx, (snapshot) => sumSupplied(ctx, snapshot, by));
  await recordExport(ctx, { action: 'profit.export', subject: 'suppliers', query: { by } }, rows.length);
  const numbers = ['imported', 'sold', 'claim_rate', 'replacement_cost', 'days_to_sell'] as const;
  return sendTable(
    reply,
    { name: `imports-by-${by}`, header: [by, 'name', ...numbers.map((number) => ({ number }))], format },
    rows.map((row) => [row.id, row.name, ...numbers.map((name) => row[name] ?? '')]),
  );
}

type SuppliedRow = {
  readonly id: bigint;
  readonly name: string | null;
  readonly imported: number;
  readonly sold: number;
  readonly claimed: number;
  readonly replacement: bigint;
  readonly days: number | null;
};

async function sumSupplied(
  { language }: Ctx,
  { db, rollup }: Snapshot,
  by: SuppliedBy,
): Promise<SupplierSales[]> {
  const columns = sql`day, batch_id, items, replaced, replaced_firsts`;
  const late = lateLines(rollup).map((lines) => sql`select ${columns} from (${lines}) late`);
  const { id, join, order } = SUPPLIED[by];
  const { rows } = await sql<SuppliedRow>`
    with sold as (
      select batch_id, sum(items) as items, sum(items * (day - date '2000-01-01')) as days,
        sum(replaced) as replaced, sum(replaced_firsts) as replaced_firsts
      from (
        select ${columns} from batch_sales_by_day where rollup_id = ${rollup.id} and by = 'all'
        union all ${sql.join(late, sql` union all `)}) line
      group by 1),
    claimed as (
      select own.batch_id, count(*) as items from warranty_claim_items claim
      join warranty_claims on warranty_claims.id = claim.claim_id and warranty_claims.state <> 'refused'
      cross join lateral (
        select batch_id from stock_batch_ranges
        where first_id <= claim.item_id order by first_id desc limit 1) own
      group by 1)
    select ${id} as id, max(${by === 'supplier' ? sql`supplier.name` : sql`batch.name`}) as name,
      coalesce(sum(batch.added), 0)::int as imported,
      coalesce(sum(sold.items), 0)::int as sold, coalesce(sum(claimed.items), 0)::int as claimed,
      coalesce(sum(${costOf('coalesce(sold.replaced, 0)', 'coalesce(sold.replaced_firsts, 0)')}), 0)::bigint as replacement,
      (sum(sold.days - sold.items * ((batch.created_at at time zone ${rollup.time_zone}::text)::date - date '2000-01-01'))
        / nullif(sum(sold.items), 0))::float as days
    from ${BATCHES} batch
    ${join} suppliers supplier on supplier.id = batch.supplier_id
    left join sold on sold.batch_id = batch.id
    left join claimed on claimed.batch_id = batch.id
    group by 1 order by ${order}`.execute(db);
  const ids = rows.map((row) => row.id);
  const goods = by === 'goods' ? await findGoods(db, ids) : new Map<bigint, never>();
  return rows.map(({ id: own, name, imported, sold, claimed, replacement, days }) => ({
    id: String(own),
    name: by === 'goods' ? textIn(goods.get(own)!.name, language) : (name ?? ''),
    imported,
    sold,
    claim_rate: sold === 0 ? null : Math.round((claimed / sold) * 10_000) / 10_000,
    replacement_cost: formatMicro(replacement),
    days_to_sell: days === null ? null : Math.round(days * 10) / 10,
  }));
}
