import type { AgeingRule, Data, Input } from '@portside/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { dayIn, readSetting } from '../../settings/index.ts';
import { joinOwn, type ItemRange } from '../stock.sql.ts';
import { lockUnsold } from '../unsold/withdrawals.sql.ts';
import { factsOfRule, findRule, fitsForm, moveItems, type RuleRow } from './move-stock.ts';

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

type AgeingRow = ItemRange & {
  readonly goods_id: bigint;
  readonly to_goods: bigint;
  readonly batch_id: bigint;
  readonly is_on: boolean;
  /** When its accounts are old enough, or today where that has passed. */
  readonly day: string;
  /** Whether the target's accounts are written the same. */
  readonly fits: boolean;
};

/** Unsold accounts that are old enough within so many days of the shop, by rule and import. */
async function findAgeing(ctx: Ctx, days: number): Promise<AgeingRow[]> {
  const zone = await readSetting(ctx.db, 'timeZone');
  const today = dayIn(zone, ctx.clock.now());
  const { rows } = await sql<AgeingRow>`
    select rule.goods_id, rule.to_goods, rule.is_on, batch.id as batch_id, ${fitsForm} as fits,
      greatest(born.day + rule.days, ${today}::date)::text as day,
      greatest(free.next_id, own.first_id) as "firstId", least(free.end_id, own.end_id) as "endId"
    from ageing_rules rule
    join goods target on target.id = rule.to_goods
    join stock_ranges free on free.goods_id = rule.goods_id
    ${joinOwn(sql`free.next_id`, sql`free.end_id`)}
    join stock_batches batch on batch.id = own.batch_id
    cross join lateral (
      select coalesce(batch.born_on, (batch.created_at at time zone ${zone}::text)::date) as day) as born
    where born.day + rule.days <= ${today}::date + ${days}::int
    order by day, rule.goods_id, batch.id`.execute(ctx.db);
  return rows;
}

/** What rules will move within so many days, also those that are off; so it is seen before one is turned on. */
export async function listAgeingStock(
  ctx: Ctx,
  { query }: Input<'listAgeingStock'>,
): Promise<Data<'listAgeingStock'>> {
  const rows = await findAgeing(ctx, query.days);
  const groups = [...Map.groupBy(rows, (row) => `${row.day}/${row.goods_id}/${row.batch_id}`).values()];
  const items = groups.slice(0, query.limit).map((group) => ({
    day: group[0]!.day,
    goods_id: String(group[0]!.goods_id),
    to_goods_id: String(group[0]!.to_goods),
    batch_id: String(group[0]!.batch_id),
    accounts: group.reduce((sum, { firstId, endId }) => sum + Number(endId - firstId), 0),
    fits: group[0]!.fits,
    is_on: group[0]!.is_on,
  }));
  return { items, next_cursor: null, total: groups.length };
}

/**
 * Moves what is old enough by the rules that are on, each rule a step of its own. Imports in another form stay where
 * they are, and are listed.
 */
export async function ageStock(ctx: Ctx): Promise<{ more: boolean }> {
  const due = (await findAgeing(ctx, 0)).filter(({ is_on: isOn, fits }) => isOn && fits);
  for (const [from, rows] of Map.groupBy(due, (row) => row.goods_id))
    await inTransaction(ctx, async (step) => {
      await lockUnsold(step.db);
      const rule = await step.db
        .selectFrom('ageing_rules')
        .select('to_goods')
        .where('goods_id', '=', from)
        .where('is_on', '=', true)
        .forShare()
        .executeTakeFirst();
      const to = rows[0]!.to_goods;
      if (rule?.to_goods === to) await moveItems(step, { from, to, items: rows });
    });
  return { more: false };
}
