import { isInStock, type Data, type Goods, type Input } from '@portside/contract';
import { hasAttributes } from '@portside/contract/goods/attribute-values';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
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

/**
 * Products on sale for everybody that pass the filter, in the shop's order. Nothing in it depends on stock, so no page
 * leaves out or repeats a product that sells out or returns while a program reads them. Refuses a wrong cursor
 * (invalidFormat).
 */
export async function listGoods(
  ctx: Ctx,
  { query }: Input<'listGoods'>,
  sales: SalesLookups,
): Promise<Data<'listGoods'>> {
  const categoryId = query.category === undefined ? undefined : BigInt(query.category);
  const rows = await listGoodsOnSale(ctx.db, { categoryId, words: query.q, ofLevel: null });
  const places = new Map(rows.map((row) => [String(row.id), row]));
  const wanted = query.attributes?.split(',') ?? [];
  const goods = (await withFigures(ctx, rows, sales)).filter(
    (one) => hasAttributes(one.attributes, wanted) && (query.in_stock !== 'true' || isInStock(one)),
  );
  const isNext = placesAfter(query.cursor);
  const left = goods.filter(({ id }) => isNext(places.get(id)!));
  const items = left.slice(0, query.limit);
  const last = left.length > items.length ? places.get(items.at(-1)!.id)! : null;
  return { items, next_cursor: last && `${last.sort}.${last.id}`, total: goods.length };
}

/** A cursor is the place of a page's last product: it stands where that has left the list meanwhile. */
function placesAfter(cursor: string | undefined): (row: Pick<GoodsRow, 'sort' | 'id'>) => boolean {
  if (cursor === undefined) return () => true;
  const [, sort, id] =
    /^(-?\d{1,10})\.(\d{1,18})$/.exec(cursor) ?? refuseField('invalidFormat', 'cursor', 'wrong');
  const [pastSort, pastId] = [Number(sort), BigInt(id!)];
  return (row) => row.sort > pastSort || (row.sort === pastSort && row.id > pastId);
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
