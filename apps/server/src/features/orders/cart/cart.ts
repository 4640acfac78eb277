import {
  formatMicro,
  MOST_CART_LINES,
  parseMicro,
  type Data,
  type Gender,
  type Input,
} from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { idArray, textArray } from '../../../platform/db/arrays.ts';
import { lockName, type Db } from '../../../platform/db/db.ts';
import { runQuery, type Write } from '../../../platform/db/pipeline.ts';
import { refuse, refuseField } from '../../../platform/refusal.ts';
import { isFor, offersOf } from '../../goods/index.ts';
import { findLevelId } from '../../users/index.ts';

/** The caller's cart. What has gone off sale since is still in it: the order says so. */
export const readCart = (ctx: Ctx): Promise<Data<'readCart'>> =>
  findCart(ctx.db, requireUser(ctx.actor).userId);

/**
 * Puts products into the caller's cart, or replaces what was in it of them. Leaves out those that are not for the buyer, or
 * are bought from their link only; refuses where that leaves none (notFound), and more products than a cart holds (invalidFormat).
 */
export async function setCartLines(ctx: Ctx, { body }: Input<'setCartLines'>): Promise<Data<'setCartLines'>> {
  const { userId } = requireUser(ctx.actor);
  // The last line of a product counts.
  const wished = new Map(body.lines.map((line) => [BigInt(line.goods_id), line]));
  const [goods, levelId] = await Promise.all([
    runQuery(ctx.db, offersOf([...wished.keys()])),
    findLevelId(ctx.db, userId),
  ]);
  const lines = [...wished].filter(([id]) => goods.has(id) && isFor(goods.get(id)!, { levelId }));
  if (lines.length === 0) refuse('notFound');
  return inTransaction(ctx, async ({ db, clock }) => {
    // Of two calls at once, the second counts what the first has put in.
    await lockName(db, `cart of user ${userId}`);
    await db
      .insertInto('cart_lines')
      .values(
        // Everybody locks them in this order.
        lines
          .toSorted(([a], [b]) => Number(a - b))
          .map(([goodsId, { quantity, gender, unit_price }]) => ({
            user_id: userId,
            goods_id: goodsId,
            quantity,
            gender,
            seen_price_micro: unit_price === undefined ? null : parseMicro(unit_price),
            added_at: clock.now(),
          })),
      )
      .onConflict((found) =>
        found.columns(['user_id', 'goods_id']).doUpdateSet((row) => ({
          quantity: row.ref('excluded.quantity'),
          gender: row.ref('excluded.gender'),
          seen_price_micro: row.ref('excluded.seen_price_micro'),
        })),
      )
      .execute();
    const cart = await findCart(db, userId);
    if (cart.lines.length > MOST_CART_LINES) refuseField('invalidFormat', 'lines', 'many', MOST_CART_LINES);
    return cart;
  });
}

/** Does nothing if it is not in the cart. */
export async function removeCartLine(ctx: Ctx, { params }: Input<'removeCartLine'>): Promise<null> {
  await ctx.db
    .deleteFrom('cart_lines')
    .where('user_id', '=', requireUser(ctx.actor).userId)
    .where('goods_id', '=', BigInt(params.goods_id))
    .execute();
  return null;
}

async function findCart(db: Db, userId: bigint): Promise<Data<'readCart'>> {
  const rows = await db
    .selectFrom('cart_lines')
    .select(['goods_id', 'quantity', 'gender', 'seen_price_micro'])
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('goods_id')
    .execute();
  return {
    lines: rows.map(({ goods_id, quantity, gender, seen_price_micro: seen }) => ({
      goods_id: String(goods_id),
      quantity,
      gender,
      unit_price: seen === null ? null : formatMicro(seen),
    })),
  };
}

/** What was bought of a product. */
type Bought = { readonly goodsId: bigint; readonly quantity: number; readonly gender: Gender };

/**
 * Takes what was bought out of its buyer's cart, as a write to combine with the orders. A line that has become another
 * quantity or gender since, on another device perhaps, stays.
 */
export const emptyCart = (userId: bigint, bought: readonly Bought[]): Write => ({
  statement: sql`
    delete from cart_lines where user_id = ${userId} and goods_id in (
      select goods_id from cart_lines
      where user_id = ${userId} and (goods_id, quantity, gender) in (
        select * from unnest(
          ${idArray(bought.map(({ goodsId }) => goodsId))}::bigint[],
          ${idArray(bought.map(({ quantity }) => quantity))}::int[],
          ${textArray(bought.map(({ gender }) => gender))}::text[]))
      order by goods_id for update)`,
});

/** A product that a buyer may buy later, with others; one line for each. */
type CartLinesTable = {
  user_id: bigint;
  goods_id: bigint;
  quantity: number;
  gender: Gender;
  /** What one account of so many cost when the buyer last looked; null if that is not known. */
  seen_price_micro: bigint | null;
  added_at: Date;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    cart_lines: CartLinesTable;
  }
}
