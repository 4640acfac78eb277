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
} from '@portside/contract';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOf, sortRows, type SortKeys } from '../../platform/lists/pages.ts';
import { findAgentNames } from '../agents/index.ts';
import { findGoods, listCategoryRows } from '../goods/index.ts';
import { batchLines, replacementLines } from './batch-sales.sql.ts';
import { readSnapshot, type Snapshot } from './daily-totals.sql.ts';
import { daysBefore, listDays, type Days } from './days.ts';
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
  all: '0',
  day: 'line.day',
  goods: `coalesce(nullif(line.goods_id, 0)::text, '${BONUSES}')`,
  supplier: `case line.goods_id when 0 then '${BONUSES}' else coalesce(batch.supplier_id, 0)::text end`,
  agent: 'line.agent_id',
};

/**
 * An account costs its import's total divided by its accounts, rounded down to the millionth; what that leaves is borne
 * by the first of them, so that all together cost the total.
 */
const costOf = (items: string, firsts: string) => sql`
  (case batch.cost_per when 'each' then batch.cost_micro::numeric * ${sql.raw(items)}
    when 'all' then (batch.cost_micro / greatest(batch.added, 1))::numeric * ${sql.raw(items)}
      + (batch.cost_micro % greatest(batch.added, 1)) * ${sql.raw(firsts)} else 0 end)`;

/** Rolled-up sales of imports, later movements and replacements, at what the imports cost by what is known now. */
async function sumProfit(
  { db, rollup }: Snapshot,
  by: keyof typeof LABELS,
  days: Days,
): Promise<ProfitSum[]> {
  const inDays = sql`day between ${days.from}::date and ${days.to}::date`;
  const late = batchLines({ after: rollup.batch_sales_movement }, rollup.time_zone);
  const { rows } = await sql<ProfitSum>`
    select ${sql.raw(LABELS[by])}::text as label,
      sum(line.items)::bigint as items, sum(line.amount_micro)::bigint as amount,
      sum(line.discount_micro)::bigint as discount, sum(line.refunded_micro)::bigint as refunded,
      sum(line.commission_micro)::bigint as commission, sum(line.bonus_micro)::bigint as bonus,
      sum(${costOf('(line.items + line.replaced)', '(line.firsts + line.replaced_firsts)')})::bigint as cost,
      sum(${costOf('line.replaced', 'line.replaced_firsts')})::bigint as replacement,
      coalesce(sum(line.items + line.replaced) filter (where batch.cost_micro is null), 0)::bigint as unknown,
      coalesce(sum(line.amount_micro) filter (where batch.cost_micro is null), 0)::bigint as unknown_amount
    from (
      select day, batch_id, goods_id, agent_id, items, firsts, amount_micro, discount_micro, refunded_micro,
        commission_micro, bonus_micro, 0 as replaced, 0 as replaced_firsts
      from batch_sales_by_day where rollup_id = ${rollup.id} and ${inDays}
      union all
      select *, 0, 0 from (${late}) late where ${inDays}
      union all
      select day, batch_id, goods_id, agent_id, 0, 0, 0, 0, 0, 0, 0, items, firsts
      from (${replacementLines(days, rollup.time_zone)}) replaced) line
    left join stock_batches batch on batch.id = line.batch_id
    group by 1 order by 1`.execute(db);
  return rows;
}

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

type SupplierRow = {
  readonly id: bigint;
  readonly name: string | null;
  readonly imported: number;
  readonly sold: number;
  readonly claimed: number;
  readonly replacement: bigint;
  readonly days: number | null;
};

const EVER: Days = { from: '2000-01-01', to: '2099-12-31' };

/** Suppliers with what became of the accounts that came from them, by name; imports without one come last. */
export function listSupplierProfit(
  ctx: Ctx,
  { query }: Input<'listSupplierProfit'>,
): Promise<Data<'listSupplierProfit'>> {
  return readSnapshot(ctx, async ({ db, rollup }) => {
    const late = batchLines({ after: rollup.batch_sales_movement }, rollup.time_zone);
    const { rows } = await sql<SupplierRow>`
      with sold as (
        select batch_id, sum(items) as items, sum(items * (day - date '2000-01-01')) as days from (
          select batch_id, items, day from batch_sales_by_day where rollup_id = ${rollup.id}
          union all select batch_id, items, day from (${late}) late) line
        group by 1),
      replaced as (
        select batch_id, sum(items) as items, sum(firsts) as firsts
        from (${replacementLines(EVER, rollup.time_zone)}) line group by 1),
      claimed as (
        select own.batch_id, count(*) as items from warranty_claim_items claim
        cross join lateral (
          select batch_id from stock_batch_ranges
          where first_id <= claim.item_id order by first_id desc limit 1) own
        group by 1)
      select coalesce(supplier.id, 0) as id, max(supplier.name) as name, coalesce(sum(batch.added), 0)::int as imported,
        coalesce(sum(sold.items), 0)::int as sold, coalesce(sum(claimed.items), 0)::int as claimed,
        coalesce(sum(${costOf('coalesce(replaced.items, 0)', 'coalesce(replaced.firsts, 0)')}), 0)::bigint as replacement,
        (sum(sold.days - sold.items * ((batch.created_at at time zone ${rollup.time_zone}::text)::date - date '2000-01-01'))
          / nullif(sum(sold.items), 0))::float as days
      from stock_batches batch
      full join suppliers supplier on supplier.id = batch.supplier_id
      left join sold on sold.batch_id = batch.id
      left join replaced on replaced.batch_id = batch.id
      left join claimed on claimed.batch_id = batch.id
      group by supplier.id order by supplier.id is null, max(supplier.name_key)`.execute(db);
    return pageOf(
      rows.map(({ id, name, imported, sold, claimed, replacement, days }) => ({
        id: String(id),
        name: name ?? '',
        imported,
        sold,
        claim_rate: sold === 0 ? null : Math.round((claimed / sold) * 10_000) / 10_000,
        replacement_cost: formatMicro(replacement),
        days_to_sell: days === null ? null : Math.round(days * 10) / 10,
      })),
      query,
    );
  });
}
