import { parseMicro } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { createCategory, createGoods } from '../goods/index.ts';
import { importStock, STOCK_GENDERS } from '../stock/index.ts';
import { DEMO_CATEGORIES, type DemoGoods } from './demo-goods.ts';
import { makeDemoLines } from './demo-lines.ts';

/** Creates the demo goods and imports their accounts, with the verbs that an operator uses. */
export async function seedGoods(ctx: Ctx): Promise<void> {
  for (const [position, { name, goods }] of DEMO_CATEGORIES.entries()) {
    const categoryId = await createCategory(ctx, name, position);
    for (const [sort, one] of goods.entries()) await seedOne(ctx, categoryId, sort, one);
  }
}

async function seedOne(ctx: Ctx, categoryId: bigint, sort: number, goods: DemoGoods): Promise<void> {
  const goodsId = await createGoods(ctx, {
    categoryId,
    name: goods.name,
    description: goods.description,
    priceMicro: parseMicro(goods.price),
    tiers: goods.tiers.map(([minQuantity, price]) => ({ minQuantity, priceMicro: parseMicro(price) })),
    minQuantity: goods.minQuantity ?? 1,
    maxQuantity: 10_000,
    genders: goods.hasGenders ? ['random', 'male', 'female'] : ['random'],
    warrantyHours: goods.warrantyHours,
    separator: '----',
    columns: ['account', 'password', 'recovery'],
    sort,
  });
  for (const gender of STOCK_GENDERS) {
    const count = goods.stock[gender] ?? 0;
    const lines = makeDemoLines(goods.domain, count);
    if (count > 0) await importStock(ctx, { goodsId, gender, note: 'Demo stock', lines });
  }
}
