import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Ctx } from '../platform/context.ts';
import type { Database } from '../platform/db/db.ts';

/** Builders of what prices depend on. They check and audit nothing. */

export async function buildLevel(
  { db }: Ctx,
  level: Partial<Insertable<Database['buyer_levels']>> = {},
): Promise<bigint> {
  const values = { name: JSON.stringify({ en: 'Gold', pt: 'Ouro' }), colour: '#c9a227', ...level };
  const { id } = await db.insertInto('buyer_levels').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function setLevel(
  { db }: Ctx,
  userId: bigint,
  levelId: bigint | null,
  isHeld = true,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ level_id: levelId, level_held: isHeld })
    .where('id', '=', userId)
    .execute();
}

type Owner = { readonly levelId: bigint } | { readonly userId: bigint } | 'everybody';

/** A price list that is running, with prices by quantity of one product. */
export async function buildPriceList(
  { db, clock }: Ctx,
  owner: Owner,
  goodsId: bigint,
  prices: Readonly<Record<number, bigint>>,
  list: Partial<Insertable<Database['price_lists']>> = {},
): Promise<bigint> {
  const of =
    owner === 'everybody'
      ? ({ kind: 'promotion' } as const)
      : 'levelId' in owner
        ? ({ kind: 'level', level_id: owner.levelId } as const)
        : ({ kind: 'buyer', user_id: owner.userId } as const);
  const now = clock.now();
  const { id } = await db
    .insertInto('price_lists')
    .values({ name: 'Autumn sale', ...of, starts_at: now, created_at: now, ...list })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Object.entries(prices).map(([quantity, price_micro]) => ({
    list_id: id,
    goods_id: goodsId,
    min_quantity: Number(quantity),
    price_micro,
  }));
  await db.insertInto('price_list_prices').values(rows).execute();
  return id;
}

/** A coupon of ten percent, unless it says otherwise. */
export async function buildCoupon(
  { db, clock }: Ctx,
  coupon: Partial<Insertable<Database['coupons']>> = {},
): Promise<{ readonly id: bigint; readonly code: string }> {
  const now = clock.now();
  const isFixed = coupon.kind === 'fixed';
  return db
    .insertInto('coupons')
    .values({
      code: randomUUID().slice(0, 13).toUpperCase(),
      kind: 'percent',
      basis_points: isFixed ? null : 1_000,
      starts_at: now,
      created_at: now,
      ...coupon,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
}
