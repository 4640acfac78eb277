import type { Gender } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Texts } from './goods.tables.ts';
import type { PriceTier } from './unit-price.ts';

export type NewGoods = {
  readonly categoryId: bigint;
  readonly name: Texts;
  readonly description: Texts;
  readonly priceMicro: bigint;
  readonly tiers: readonly PriceTier[];
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly genders: readonly Gender[];
  readonly warrantyHours: number;
  readonly separator: string;
  readonly columns: readonly string[];
  readonly sort: number;
};

export async function createCategory(ctx: Ctx, name: Texts, sort: number): Promise<bigint> {
  requireAction(ctx.actor, 'goods.write');
  const row = await ctx.db
    .insertInto('categories')
    .values({ name: JSON.stringify(name), sort })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Puts new goods on the shelf, without stock. */
export async function createGoods(ctx: Ctx, goods: NewGoods): Promise<bigint> {
  requireAction(ctx.actor, 'goods.write');
  return inTransaction(ctx, async ({ db, clock }) => {
    const { id } = await db
      .insertInto('goods')
      .values({
        category_id: goods.categoryId,
        name: JSON.stringify(goods.name),
        description: JSON.stringify(goods.description),
        price_micro: goods.priceMicro,
        min_quantity: goods.minQuantity,
        max_quantity: goods.maxQuantity,
        genders: [...goods.genders],
        warranty_hours: goods.warrantyHours,
        separator: goods.separator,
        columns: [...goods.columns],
        sort: goods.sort,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tiers = goods.tiers.map((tier) => ({
      goods_id: id,
      min_quantity: tier.minQuantity,
      price_micro: tier.priceMicro,
    }));
    if (tiers.length > 0) await db.insertInto('goods_price_tiers').values(tiers).execute();
    return id;
  });
}
