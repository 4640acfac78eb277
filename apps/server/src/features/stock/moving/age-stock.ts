import type { AgeingRule, Data, Input } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { dayIn, readSetting } from '../../settings/index.ts';
import { joinOwn, type ItemRange } from '../stock.sql.ts';
import { lockUnsold } from '../unsold/withdrawals.sql.ts';
import {
  factsOfRule,
  findCostLimits,
  findRule,
  fitsForm,
  moveItems,
  type PriceLookups,
  type RuleRow,
} from './move-stock.ts';
import { accountCost } from '../import/batches.sql.ts';
import { idArray } from '../../../platform/db/arrays.ts';

const presentRule = (row: RuleRow): AgeingRule => ({
  goods_id: String(row.goods_id),
  to_goods_id: String(row.to_goods),
  days: row.days,
  is_on: row.is_on,
});

/** Every product's rule, by product. */
export async function listAgeingRules({ db }: Ctx): Promise<Data<'listAgeingRules'>> {
  const rows = await db.selectFrom('ageing_rules').selectAll().orderBy('goods_id').execute();
  return { items: rows.map(presentRule), next_cursor: null, total: rows.length };
}

/**
 * Says at how many days a product's unsold accounts become another one's; off unless it is turned on. Refuses an unknown
 * product (notFound), one that other rules lead back from (parameterError), and one whose accounts are written in another
 * form (accountFormDiffers).
 */
export async function setAgeingRule(
  ctx: Ctx,
  { params, body }: Input<'setAgeingRule'>,
): Promise<Data<'setAgeingRule'>> {
  return inTransaction(ctx, async (step) => {
    const { db } = step;
    await sql`lock table ageing_rules in share row exclusive mode`.execute(db);
    const [from, to] = [BigInt(params.goods_id), BigInt(body.to_goods_id)];
    await requireTarget(db, from, to);
    const before = await findRule(db, from);
    const row = { to_goods: to, days: body.days, is_on: body.is_on };
    await db
      .insertInto('ageing_rules')
      .values({ goods_id: from, ...row })
      .onConflict((conflict) => conflict.column('goods_id').doUpdateSet(row))
      .execute();
    await recordAudit(step, {
      action: 'stock.ageingRule',
      subject: `goods:${from}`,
      before: before && factsOfRule(before),
      after: factsOfRule({ goods_id: from, ...row }),
    });
    return presentRule({ goods_id: from, ...row });
  });
}

async function requireTarget(db: Db, from: bigint, to: bigint): Promise<void> {
  if (from === to) refuse('parameterError', 'to_goods_id: the same product');
  const { rows } = await sql<{ fits: boolean }>`
    select source.separator = target.separator and source.columns = target.columns as fits
    from goods source, goods target where source.id = ${from} and target.id = ${to}`.execute(db);
  if (!rows[0]) refuse('notFound', 'goods');
  if (!rows[0].fits) refuse('accountFormDiffers');
  const rules = await db.selectFrom('ageing_rules').selectAll().execute();
  const next = new Map(rules.map((rule) => [rule.goods_id, rule.to_goods]));
  for (let at: bigint | undefined = to; at !== undefined; at = next.get(at))
    if (at === from) refuse('parameterError', 'to_goods_id: other rules lead back');
}

/** Refuses a product without a rule (notFound). */
export async function deleteAgeingRule(
  ctx: Ctx,
  { params }: Input<'deleteAgeingRule'>,
): Promise<Data<'deleteAgeingRule'>> {
  return inTransaction(ctx, async (step) => {
    const from = BigInt(params.goods_id);
    const before = (await findRule(step.db, from)) ?? refuse('notFound', 'rule');
    await step.db.deleteFrom('ageing_rules').where('goods_id', '=', from).execute();
    await recordAudit(step, {
      action: 'stock.ageingRule',
      subject: `goods:${from}`,
      before: factsOfRule(before),
    });
    return null;
  });
}

/** By the product of a rule, the most that an account may have cost to be moved, in micro-USDT; absent for any amount. */
type CostLimits = ReadonlyMap<bigint, bigint>;

async function readCostLimits(ctx: Ctx, prices: PriceLookups): Promise<CostLimits> {
  const rules = await ctx.db.selectFrom('ageing_rules').select(['goods_id', 'to_goods']).execute();
  const pairs = rules.map(({ goods_id: from, to_goods: to }) => ({ from, to }));
  const limits = await findCostLimits(ctx, pairs, prices);
  return new Map(pairs.flatMap(({ from }, at) => (limits[at] == null ? [] : [[from, limits[at]] as const])));
}

/**
 * As `goods_id`, `to_goods`, `is_on`, `batch_id`, `fits`, `is_below`, `day` and `items`: the unsold accounts of products
 * with a rule, and on which day they are old enough for it. An account ages from its own day, or else from that of its
 * import.
 */
const ageingItems = (zone: string, limits: CostLimits): RawBuilder<unknown> => sql`
    select rule.goods_id, rule.to_goods, rule.is_on, batch.id as batch_id, ${fitsForm} as fits,
      coalesce(${accountCost} > limited.micro, false) as is_below, born.day + rule.days as day, born.items
    from ageing_rules rule
    join goods target on target.id = rule.to_goods
    left join unnest(
      ${idArray([...limits.keys()])}::bigint[], ${idArray([...limits.values()])}::bigint[]) as limited (goods_id, micro)
      on limited.goods_id = rule.goods_id
    join stock_ranges free on free.goods_id = rule.goods_id
    ${joinOwn(sql`free.next_id`, sql`free.end_id`)}
    join stock_batches batch on batch.id = own.batch_id
    cross join lateral (
      select greatest(free.next_id, own.first_id) as first, least(free.end_id, own.end_id) as past) as part
    cross join lateral (
      with known as materialized (
        select born_on, int8range(greatest(first_id, part.first), least(end_id, part.past)) as items
        from stock_births where end_id > part.first and first_id < part.past
          and first_id >= coalesce((select max(first_id) from stock_births where first_id <= part.first), part.first))
      select born_on as day, items from known
      union all
      select coalesce(batch.born_on, (batch.created_at at time zone ${zone}::text)::date),
        unnest(int8multirange(int8range(part.first, part.past))
          - coalesce((select range_agg(items) from known), int8multirange()))) as born`;

type AgeingRow = {
  readonly goods_id: bigint;
  readonly to_goods: bigint;
  readonly batch_id: bigint;
  readonly is_on: boolean;
  /** When its accounts are old enough, or today where that has passed. */
  readonly day: string;
  /** Whether the target's accounts are written the same. */
  readonly fits: boolean;
  /** Whether they cost more than the target asks. */
  readonly is_below: boolean;
  readonly accounts: number;
  readonly total: number;
};

/** What rules will move within so many days, also those that are off; so it is seen before one is turned on. */
export async function listAgeingStock(
  ctx: Ctx,
  { query }: Input<'listAgeingStock'>,
  prices: PriceLookups,
): Promise<Data<'listAgeingStock'>> {
  const { db, clock } = ctx;
  const zone = await readSetting(db, 'timeZone');
  const today = sql`${dayIn(zone, clock.now())}::date`;
  const { rows } = await sql<AgeingRow>`
    select goods_id, to_goods, batch_id, is_on, fits, is_below, due::text as day,
      sum(upper(items) - lower(items))::int as accounts, (count(*) over ())::int as total
    from (${ageingItems(zone, await readCostLimits(ctx, prices))}) as ageing
    cross join lateral (select greatest(day, ${today}) as due) as dated
    where day <= ${today} + ${query.days}::int
    group by goods_id, to_goods, batch_id, is_on, fits, is_below, due
    order by due, goods_id, batch_id limit ${query.limit}`.execute(db);
  const items = rows.map(({ day, accounts, fits, is_below: isBelow, is_on: isOn, ...row }) => ({
    day,
    goods_id: String(row.goods_id),
    to_goods_id: String(row.to_goods),
    batch_id: String(row.batch_id),
    accounts,
    fits,
    below_cost: isBelow,
    is_on: isOn,
  }));
  return { items, next_cursor: null, total: rows[0]?.total ?? 0 };
}

/** Ranges that are moved in a step. */
const MOST_RANGES = 5_000;

/**
 * Moves what is old enough by the rules that are on, each rule a step of its own. Imports in another form, and those that
 * cost more than the target asks, stay where they are, and are listed.
 */
export async function ageStock(ctx: Ctx, prices: PriceLookups): Promise<{ more: boolean }> {
  const zone = await readSetting(ctx.db, 'timeZone');
  const { rows: due } = await sql<ItemRange & { readonly goods_id: bigint; readonly to_goods: bigint }>`
    select goods_id, to_goods, lower(run) as "firstId", upper(run) as "endId"
    from (
      select goods_id, to_goods, unnest(range_agg(items)) as run
      from (${ageingItems(zone, await readCostLimits(ctx, prices))}) as ageing
      where is_on and fits and not is_below and day <= ${dayIn(zone, ctx.clock.now())}::date
      group by goods_id, to_goods) as due
    order by goods_id, run limit ${MOST_RANGES}`.execute(ctx.db);
  for (const [from, items] of Map.groupBy(due, (row) => row.goods_id))
    await inTransaction(ctx, async (step) => {
      await lockUnsold(step.db);
      const rule = await step.db
        .selectFrom('ageing_rules')
        .select('to_goods')
        .where('goods_id', '=', from)
        .where('is_on', '=', true)
        .forShare()
        .executeTakeFirst();
      const to = items[0]!.to_goods;
      if (rule?.to_goods === to) await moveItems(step, { from, to, items }, prices);
    });
  return { more: due.length === MOST_RANGES };
}
