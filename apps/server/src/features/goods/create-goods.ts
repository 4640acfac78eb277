import { isDeepStrictEqual } from 'node:util';
import type { AuditAction, AdminGoods, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Prices } from './goods.events.ts';
import { findGoods, type GoodsRow } from './goods.sql.ts';
import { showGoods } from './list-all-goods.ts';
import { parseGoodsInput } from './parse-goods-input.ts';
import { insertGoods, lockGoods, replaceGoods } from './write-goods.sql.ts';

/** A new product without stock; `setGoodsOnSale` puts it on sale. Refuses an unknown category (notFound). */
export async function createGoods(ctx: Ctx, { body }: Input<'createGoods'>): Promise<AdminGoods> {
  requireAction(ctx.actor, 'goods.write');
  return inTransaction(ctx, async (step) => {
    const goods = await parseGoodsInput(step, body);
    const id = await insertGoods(step.db, goods, { isOnSale: false, now: step.clock.now() });
    return audit(step, 'goods.create', null, await getGoods(step, id));
  });
}

/**
 * Replaces everything an operator enters of a product; whether it is on sale stays. Orders see the whole change or
 * nothing of it. Refuses an unknown product or category (notFound).
 */
export async function updateGoods(ctx: Ctx, { params, body }: Input<'updateGoods'>): Promise<AdminGoods> {
  requireAction(ctx.actor, 'goods.write');
  return inTransaction(ctx, async (step) => {
    const id = BigInt(params.id);
    await lockGoods(step.db, [id]);
    const before = await getGoods(step, id);
    await replaceGoods(step.db, id, await parseGoodsInput(step, body, before), step.clock.now());
    const after = await getGoods(step, id);
    await announcePrices(step, before, after);
    return audit(step, 'goods.update', before, after);
  });
}

/** A new product with the same data, without stock and picture, not on sale. Refuses an unknown product (notFound). */
export async function copyGoods(ctx: Ctx, { params }: Input<'copyGoods'>): Promise<AdminGoods> {
  requireAction(ctx.actor, 'goods.write');
  return inTransaction(ctx, async (step) => {
    const original = await getGoods(step, BigInt(params.id));
    const { id: _, image: __, on_sale: ___, created_at: ____, ...copy } = original;
    const id = await insertGoods(step.db, copy, { isOnSale: false, now: step.clock.now() });
    return audit(step, 'goods.create', null, await getGoods(step, id));
  });
}

const pricesOf = ({ price_micro, tiers }: GoodsRow): Prices => ({ priceMicro: price_micro, tiers });

async function announcePrices(ctx: Ctx, before: GoodsRow, after: GoodsRow): Promise<void> {
  const change = { goodsId: after.id, before: pricesOf(before), after: pricesOf(after) };
  if (!isDeepStrictEqual(change.before, change.after))
    await ctx.events.announce(ctx, 'goodsPriceChanged', change);
}

async function getGoods({ db }: Ctx, id: bigint): Promise<GoodsRow> {
  return (await findGoods(db, [id])).get(id) ?? refuse('notFound', 'goods');
}

async function audit(
  ctx: Ctx,
  action: AuditAction,
  before: GoodsRow | null,
  after: GoodsRow,
): Promise<AdminGoods> {
  const shown = await showGoods(ctx, after.id);
  const subject = `goods:${after.id}`;
  await recordAudit(ctx, { action, subject, before: before && factsOf(before), after: factsOf(after) });
  return shown;
}

const factsOf = ({ tiers, ...row }: GoodsRow) => ({
  ...row,
  tiers: tiers.map(({ minQuantity, priceMicro }) => ({ minQuantity, priceMicro })),
});
