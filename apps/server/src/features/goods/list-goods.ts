import { isInStock, type Data, type Goods, type Input } from '@portside/contract';
import { hasAttributes } from '@portside/contract/goods/attribute-values';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/lists/pages.ts';
import { refuse } from '../../platform/refusal.ts';
import { readSetting } from '../settings/index.ts';
import { countStock } from '../stock/index.ts';
import { findLevelId } from '../users/index.ts';
import { findGoodsFacts } from './families.sql.ts';
import { findGoods, listGoodsOnSale, type GoodsRow } from './goods.sql.ts';
import { presentGoods } from './goods.present.ts';
import { isFor } from './offers.sql.ts';
import { findReturns } from './watch-stock.ts';

/** Accounts sold of a product: ever, and in the last seven days. */
type SoldCount = { readonly ever: bigint; readonly week: bigint };

/** What goods need of the feature that counts sales; products without sales are absent. */
export type SalesLookups = {
  countSold(db: Db, goodsIds: readonly bigint[], now: Date): Promise<ReadonlyMap<bigint, SoldCount>>;
};

const UNSOLD: SoldCount = { ever: 0n, week: 0n };

/** Products on sale for everybody that pass the filter; last come those with too few for their smallest order. */
export async function listGoods(
  ctx: Ctx,
  { query }: Input<'listGoods'>,
  sales: SalesLookups,
): Promise<Data<'listGoods'>> {
  const categoryId = query.category === undefined ? undefined : BigInt(query.category);
  const rows = await listGoodsOnSale(ctx.db, { categoryId, words: query.q, ofLevel: null });
  const wanted = query.attributes?.split(',') ?? [];
  const goods = (await withFigures(ctx, rows, sales)).filter((one) => hasAttributes(one.attributes, wanted));
  const inStock = goods.filter(isInStock);
  const soldOut = query.in_stock === 'true' ? [] : goods.filter((item) => !isInStock(item));
  return pageOf([...inStock, ...soldOut], query);
}

/** Products that the caller sees because of their level, beside those for everybody. */
export async function listOwnGoods(ctx: Ctx, sales: SalesLookups): Promise<Data<'listOwnGoods'>> {
  const ofLevel = await readLevelOf(ctx);
  const rows = ofLevel === null ? [] : await listGoodsOnSale(ctx.db, { ofLevel });
  const own = rows.filter(({ visibility }) => visibility === 'levels');
  return { items: await withFigures(ctx, own, sales) };
}

/** The level of the caller; null without one, as of visitors. */
export const readLevelOf = async ({ db, actor }: Ctx): Promise<bigint | null> =>
  actor.kind === 'user' ? findLevelId(db, actor.userId) : null;

/**
 * One product on sale. Refuses an unknown one, one off sale, one that is not for the caller, and one that only a link
 * leads to without its key, alike (notFound).
 */
export async function readGoods(
  ctx: Ctx,
  { params, query }: Input<'readGoods'>,
  sales: SalesLookups,
): Promise<Goods> {
  const row = (await findGoods(ctx.db, [BigInt(params.id)])).get(BigInt(params.id));
  if (!row?.on_sale || !isFor(row, { levelId: await readLevelOf(ctx), linkKey: query.link_key }))
    refuse('notFound');
  const [goods] = await withFigures(ctx, [row], sales);
  return goods!;
}

/** Products as the shop shows them. */
export async function withFigures(
  ctx: Ctx,
  rows: readonly GoodsRow[],
  sales: SalesLookups,
): Promise<Goods[]> {
  const ids = rows.map((row) => row.id);
  const counts = await countStock(ctx.db, ids);
  const sold = await sales.countSold(ctx.db, ids, ctx.clock.now());
  const returns = await findReturns(ctx.db, ids);
  const display = await readSetting(ctx.db, 'stockDisplay');
  const facts = await findGoodsFacts(ctx.db, ids);
  return rows.map((row) =>
    presentGoods(
      row,
      facts,
      {
        count: counts.get(row.id),
        sold: sold.get(row.id) ?? UNSOLD,
        returnedAt: returns.get(row.id),
        display,
      },
      ctx.language,
    ),
  );
}
