import { randomBytes } from 'node:crypto';
import type { Data, Input, SellingRules } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { findGoods, lockGoods, type GoodsRow } from './goods.sql.ts';
import { goodsAddress } from './read-goods-head.ts';

/** What rules need of the feature that knows the levels of buyers. */
export type LevelLookups = {
  /** All levels with their names in the reader's language. */
  listLevels(ctx: Ctx): Promise<readonly { readonly id: bigint; readonly name: string }[]>;
  /** Those of the levels that there are, which until the transaction ends nobody can delete. */
  holdLevels(db: Db, ids: readonly bigint[]): Promise<readonly bigint[]>;
};

/** Who may buy a product and how, with the levels to choose from. Refuses an unknown product (notFound). */
export async function readSellingRules(
  ctx: Ctx,
  { params }: Input<'readSellingRules'>,
  { listLevels }: LevelLookups,
): Promise<Data<'readSellingRules'>> {
  const row = await getGoods(ctx, BigInt(params.id));
  const levels = await listLevels(ctx);
  return {
    rules: rulesOf(row),
    levels: levels.map(({ id, name }) => ({ id: String(id), name })),
    address: goodsAddress(row),
  };
}

/**
 * Replaces who may buy a product, how many, what is shown of its stock and how it is delivered. A product that becomes
 * one by link gets a new one: those given away before are over. Refuses an unknown
 * product or level (notFound), a product for levels without any, and a limit below its smallest order (parameterError).
 */
export async function setSellingRules(
  ctx: Ctx,
  { params, body }: Input<'setSellingRules'>,
  { holdLevels }: LevelLookups,
): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const id = BigInt(params.id);
    await lockGoods(step.db, [id]);
    const before = await getGoods(step, id);
    await requireValid(step, body, before, holdLevels);
    await step.db
      .updateTable('goods')
      .set({
        visibility: body.visibility,
        ...(body.visibility === 'link' && before.visibility !== 'link' && { link_key: newLinkKey() }),
        level_ids: body.visibility === 'levels' ? body.level_ids.map(BigInt) : [],
        most_per_buyer: body.most_per_buyer ?? null,
        most_per_day: body.most_per_day ?? null,
        stock_display: body.stock_display ?? null,
        low_at: body.low_at ?? null,
        low_days: body.low_days ?? null,
        newest_first: body.delivery_order === 'newest',
        search_words: [...new Set(body.search_words)],
        updated_at: step.clock.now(),
      })
      .where('id', '=', id)
      .execute();
    await recordAudit(step, {
      action: 'goods.rules',
      subject: `goods:${id}`,
      before: rulesOf(before),
      after: rulesOf(await getGoods(step, id)),
    });
    return null;
  });
}

export const newLinkKey = (): string => randomBytes(16).toString('hex');

async function requireValid(
  { db }: Ctx,
  rules: SellingRules,
  { min_quantity: least }: GoodsRow,
  holdLevels: LevelLookups['holdLevels'],
): Promise<void> {
  for (const limit of ['most_per_buyer', 'most_per_day'] as const)
    if ((rules[limit] ?? least) < least) refuseField('parameterError', limit, 'small', least);
  if (rules.visibility !== 'levels') return;
  if (rules.level_ids.length === 0) refuseField('parameterError', 'level_ids', 'few', 1);
  const wanted = [...new Set(rules.level_ids.map(BigInt))];
  if ((await holdLevels(db, wanted)).length < wanted.length) refuse('notFound', 'level');
}

const getGoods = async ({ db }: Ctx, id: bigint): Promise<GoodsRow> =>
  (await findGoods(db, [id])).get(id) ?? refuse('notFound', 'goods');

const rulesOf = (row: GoodsRow): SellingRules => ({
  visibility: row.visibility,
  level_ids: row.level_ids.map(String),
  ...(row.most_per_buyer !== null && { most_per_buyer: row.most_per_buyer }),
  ...(row.most_per_day !== null && { most_per_day: row.most_per_day }),
  ...(row.stock_display !== null && { stock_display: row.stock_display }),
  ...(row.low_at !== null && { low_at: row.low_at }),
  ...(row.low_days !== null && { low_days: row.low_days }),
  delivery_order: row.newest_first ? 'newest' : 'oldest',
  search_words: row.search_words,
});
