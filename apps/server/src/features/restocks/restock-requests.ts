import type { Data, Input } from '@portside/contract';
import type { Generated } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { lockName, type Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { findGoods, isFor, type GoodsRow } from '../goods/index.ts';
import { findLevelId } from '../users/index.ts';

/** Products that one buyer, or address, waits for. */
export const MOST_WAITED_FOR = 100;

/** Products of which the caller is told. */
export async function listRestocks({ db, actor }: Ctx): Promise<Data<'listRestocks'>> {
  const { userId } = requireUser(actor);
  const rows = await db
    .selectFrom('restock_requests')
    .select(['goods_id', 'asked_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return {
    items: rows.map((row) => ({ goods_id: row.goods_id.toString(), asked_at: row.asked_at.toISOString() })),
  };
}

/**
 * Tells the caller once when the product is back. Refuses what is not for them (notFound), and too many products
 * (tooManyTries).
 */
export async function watchRestock(ctx: Ctx, { params, body }: Input<'watchRestock'>): Promise<null> {
  const { userId } = requireUser(ctx.actor);
  const goods = await findWanted(ctx, params.goods_id, body.link_key);
  return inTransaction(ctx, async ({ db, clock }) => {
    await lockName(db, `restocks of user ${userId}`);
    const waiting = await countWaitedFor(db, 'user_id', userId);
    if (waiting >= MOST_WAITED_FOR) refuse('tooManyTries', 'products that are waited for');
    const now = clock.now();
    await db
      .insertInto('restock_requests')
      .values({
        goods_id: goods.id,
        user_id: userId,
        link_key: body.link_key ?? null,
        asked_at: now,
        confirmed_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return null;
  });
}

/** Tells the caller nothing of the product. One that they were not waiting for changes nothing. */
export async function unwatchRestock({ db, actor }: Ctx, { params }: Input<'unwatchRestock'>): Promise<null> {
  const { userId } = requireUser(actor);
  await db
    .deleteFrom('restock_requests')
    .where('user_id', '=', userId)
    .where('goods_id', '=', BigInt(params.goods_id))
    .execute();
  return null;
}

/** The product, if whoever asks sees it. Refuses it otherwise (notFound). */
export async function findWanted(
  { db, actor }: Ctx,
  goodsId: string,
  linkKey: string | undefined,
): Promise<GoodsRow> {
  const id = BigInt(goodsId);
  const goods = (await findGoods(db, [id])).get(id);
  const levelId = actor.kind === 'user' ? await findLevelId(db, actor.userId) : null;
  return goods?.on_sale && isFor(goods, { levelId, linkKey }) ? goods : refuse('notFound', 'goods');
}

/** For how many products a buyer, or an address, waits. */
export async function countWaitedFor(db: Db, whose: 'user_id' | 'address_id', id: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('restock_requests')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where(whose, '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type RequestsTable = {
  id: Generated<bigint>;
  goods_id: bigint;
  user_id: Generated<bigint | null>;
  address_id: Generated<bigint | null>;
  link_key: Generated<string | null>;
  asked_at: Date;
  confirmed_at: Generated<Date | null>;
  told_at: Generated<Date | null>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    restock_requests: RequestsTable;
  }
}
