import type { Data, Goods, Input } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import { countStock } from '../stock/index.ts';
import { findGoods, listCategoryRows, listGoodsOnSale, type GoodsRow } from './goods.sql.ts';
import { presentCategory, presentGoods } from './goods.present.ts';
import { findReturns } from './watch-stock.ts';

/** All categories, in their sort order. */
export async function listCategories(
  ctx: Ctx,
  { query }: Input<'listCategories'>,
): Promise<Data<'listCategories'>> {
  const rows = await listCategoryRows(ctx.db);
  return pageOf(
    rows.map((row) => presentCategory(row, ctx.language)),
    query,
  );
}

/** Accounts sold of a product: ever, and in the last seven days. */
type SoldCount = { readonly ever: bigint; readonly week: bigint };

/** What goods need of the feature that counts sales; products without sales are absent. */
export type SalesPort = {
  countSold(db: Db, goodsIds: readonly bigint[], now: Date): Promise<ReadonlyMap<bigint, SoldCount>>;
};

const UNSOLD: SoldCount = { ever: 0n, week: 0n };

/** Products on sale that pass the filter; sold-out ones come last. */
export async function listGoods(
  ctx: Ctx,
  { query }: Input<'listGoods'>,
  sales: SalesPort,
): Promise<Data<'listGoods'>> {
  const categoryId = query.category === undefined ? undefined : BigInt(query.category);
  const rows = await listGoodsOnSale(ctx.db, { categoryId, words: query.q });
  const goods = await withFigures(ctx, rows, sales);
  const inStock = goods.filter((item) => item.stock > 0);
  const soldOut = query.in_stock === 'true' ? [] : goods.filter((item) => item.stock === 0);
  return pageOf([...inStock, ...soldOut], query);
}

/** One product on sale. Refuses an unknown one and one off sale alike (notFound). */
export async function readGoods(ctx: Ctx, { params }: Input<'readGoods'>, sales: SalesPort): Promise<Goods> {
  const row = (await findGoods(ctx.db, [BigInt(params.id)])).get(BigInt(params.id));
  if (!row?.on_sale) refuse('notFound');
  const [goods] = await withFigures(ctx, [row], sales);
  return goods!;
}

async function withFigures(ctx: Ctx, rows: readonly GoodsRow[], sales: SalesPort): Promise<Goods[]> {
  const ids = rows.map((row) => row.id);
  const counts = await countStock(ctx.db, ids);
  const sold = await sales.countSold(ctx.db, ids, ctx.clock.now());
  const returns = await findReturns(ctx.db, ids);
  const categories = new Map((await listCategoryRows(ctx.db)).map((row) => [row.id, row]));
  return rows.map((row) =>
    presentGoods(
      row,
      categories.get(row.category_id)!,
      {
        count: counts.get(row.id),
        sold: sold.get(row.id) ?? UNSOLD,
        returnedAt: returns.get(row.id),
      },
      ctx.language,
    ),
  );
}
