import type { Gender } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { insertCategory } from './categories.sql.ts';
import type { Texts } from './goods.tables.ts';
import type { PriceTier } from './unit-price.ts';
import { insertGoods } from './write-goods.sql.ts';

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
  return insertCategory(ctx.db, name, sort);
}

/** Puts new goods on the shelf, without stock. */
export async function createGoods(ctx: Ctx, goods: NewGoods): Promise<bigint> {
  requireAction(ctx.actor, 'goods.write');
  return inTransaction(ctx, ({ db, clock }) => insertGoods(db, goods, { isOnSale: true, now: clock.now() }));
}
