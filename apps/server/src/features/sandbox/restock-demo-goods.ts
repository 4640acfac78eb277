import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../platform/context.ts';
import { listGoodsOnSale, type GoodsRow } from '../goods/index.ts';
import { countStock, importStock, STOCK_GENDERS } from '../stock/index.ts';
import { DEMO_CATEGORIES, type DemoGoods } from './demo-goods.ts';
import { columnsOf, makeDemoLines, SEPARATOR } from './demo-lines.ts';

/** With fewer accounts left, a demo product is restocked. */
const FEW = 5;

/**
 * Imports as many new accounts of a demo product as the sandbox began with; none of one that is sold out on purpose.
 */
export async function importDemoStock(ctx: Ctx, goodsId: bigint, goods: DemoGoods): Promise<void> {
  for (const gender of STOCK_GENDERS) {
    const count = goods.stock[gender] ?? 0;
    if (count === 0) continue;
    const lines = makeDemoLines(goods, count);
    await importStock(ctx, { goodsId, gender, note: 'Demo stock', lines });
  }
}

/**
 * Restocks every demo product on sale that is almost sold out, found by its English name: one that an operator has
 * renamed, given another format or taken off sale is left alone. Without a user, so that nobody counts as having
 * imported it.
 */
export async function restockDemoGoods(ctx: Ctx): Promise<void> {
  const onSale = new Map((await listGoodsOnSale(ctx.db, {})).map((row) => [row.name.en, row]));
  const stock = await countStock(
    ctx.db,
    Array.from(onSale.values(), ({ id }) => id),
  );
  for (const goods of DEMO_CATEGORIES.flatMap((one) => one.goods)) {
    const row = onSale.get(goods.name.en);
    if (row === undefined || !hasDemoFormat(row, goods)) continue;
    const { unspecified = 0, male = 0, female = 0 } = stock.get(row.id) ?? {};
    if (unspecified + male + female < FEW) await importDemoStock(ctx, row.id, goods);
  }
}

const hasDemoFormat = (
  { separator, columns }: Pick<GoodsRow, 'separator' | 'columns'>,
  goods: DemoGoods,
): boolean => separator === SEPARATOR && isDeepStrictEqual(columns, columnsOf(goods));
