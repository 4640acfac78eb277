import {
  errors,
  formatMicro,
  parseMicro,
  textIn,
  type Data,
  type ErrorName,
  type Gender,
  type Input,
  type StandingOrder,
} from '@portside/contract';
import { sql, type Generated, type Selectable } from 'kysely';
import { actingKey, requireUser } from '../../../platform/actor.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { textArray } from '../../../platform/db/arrays.ts';
import { lockName, type Db } from '../../../platform/db/db.ts';
import { cutPage, readIdCursor } from '../../../platform/lists/by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findGoods, goodsAddress, isFor, type GoodsRow } from '../../goods/index.ts';
import { findLevelId } from '../../users/index.ts';

type StandingOrdersTable = {
  id: Generated<bigint>;
  user_id: bigint;
  goods_id: bigint;
  gender: Gender;
  quantity: number;
  bought: Generated<number>;
  most_micro: bigint;
  link_key: string | null;
  parts: Generated<number>;
  state: Generated<StandingOrder['state']>;
  waits_for: Generated<ErrorName | null>;
  try_at: Date;
  placing_since: Generated<Date | null>;
  idempotency_key: string;
  created_at: Date;
  ends_at: Date;
};
export type StandingRow = Selectable<StandingOrdersTable>;

declare module '../../../platform/db/db.ts' {
  interface Database {
    standing_orders: StandingOrdersTable;
  }
}

/** Of one buyer at a time. */
const MOST_ACTIVE = 50;

/**
 * The idempotency key of one of its orders, from 0. No client can send a key with spaces, so it is never a buyer's own.
 */
export const partKey = (id: bigint, part: number): string => `standing order ${id} ${part}`;
export const isPartKey = (idempotencyKey: string): boolean => idempotencyKey.startsWith('standing order ');

/**
 * Where the page of the product is for the buyer. Of one that they no longer see, the address has neither its name of
 * today nor the key of its link.
 */
export const addressFor = (
  goods: GoodsRow,
  { link_key: linkKey }: Pick<StandingRow, 'link_key'>,
  levelId: bigint | null,
): string =>
  goodsAddress(isFor(goods, { levelId, linkKey }) ? goods : { ...goods, visibility: 'hidden', name: {} });

/** The caller's, the newest first. */
export async function listStandingOrders(
  ctx: Ctx,
  { query }: Input<'listStandingOrders'>,
): Promise<Data<'listStandingOrders'>> {
  const { userId } = requireUser(ctx.actor);
  const before = readIdCursor(query.cursor);
  const rows = await ctx.db
    .selectFrom('standing_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(query.goods_id !== undefined, (select) => select.where('goods_id', '=', BigInt(query.goods_id!)))
    .$if(query.state !== undefined, (select) => select.where('state', '=', query.state!))
    .$if(before !== undefined, (select) => select.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(query.limit + 1)
    .execute();
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: await present(ctx, shown), next_cursor: nextCursor, total: null };
}

/**
 * Buys up to so many as they come into stock, at no more than a price each. A repeated key answers with the same one.
 * Refuses what an order would refuse for good: a product that is unknown, off sale or not for the caller (notFound), a
 * gender that it does not offer (genderNotOffered), fewer than its smallest order (quantityOutOfRange); a second one for a
 * product (standingOrderOpen), too many (tooManyTries), an API key with a limit of a day (apiKeyLimitReached), as what it
 * buys is of no day yet, and an idempotency key of another one (keyReused).
 */
export async function createStandingOrder(
  ctx: Ctx,
  { body, idempotencyKey }: Input<'createStandingOrder'> & { readonly idempotencyKey: string },
): Promise<StandingOrder> {
  const { userId } = requireUser(ctx.actor);
  if ((actingKey(ctx.actor)?.spendADayMicro ?? null) !== null) refuse('apiKeyLimitReached');
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockName(db, `standing orders of user ${userId}`);
    const wanted = {
      goods_id: BigInt(body.goods_id),
      gender: body.gender,
      quantity: body.quantity,
      most_micro: parseMicro(body.most_price),
      link_key: body.link_key ?? null,
    };
    const lastsMs = body.days * DAY_MS;
    const earlier = await db
      .selectFrom('standing_orders')
      .selectAll()
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
    if (earlier) {
      const isSame = Object.entries(wanted).every(
        ([name, value]) => earlier[name as keyof typeof wanted] === value,
      );
      const isAsLong = earlier.ends_at.getTime() - earlier.created_at.getTime() === lastsMs;
      return isSame && isAsLong ? presentOne(step, earlier) : refuse('keyReused');
    }
    await requireSold(step, userId, body);
    const active = await db
      .selectFrom('standing_orders')
      .select('goods_id')
      .where('user_id', '=', userId)
      .where('state', '=', 'active')
      .execute();
    if (active.some((row) => row.goods_id === wanted.goods_id)) refuse('standingOrderOpen');
    if (active.length >= MOST_ACTIVE) refuse('tooManyTries', 'standing orders');
    const now = clock.now();
    const row = await db
      .insertInto('standing_orders')
      .values({
        ...wanted,
        user_id: userId,
        idempotency_key: idempotencyKey,
        created_at: now,
        try_at: now,
        ends_at: new Date(now.getTime() + lastsMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return presentOne(step, row);
  });
}

async function requireSold(
  { db }: Ctx,
  userId: bigint,
  { goods_id, gender, quantity, link_key: linkKey }: Input<'createStandingOrder'>['body'],
): Promise<void> {
  const id = BigInt(goods_id);
  const goods = (await findGoods(db, [id])).get(id);
  const levelId = await findLevelId(db, userId);
  if (!goods?.on_sale || !isFor(goods, { levelId, linkKey })) return refuse('notFound', 'goods');
  if (gender !== 'random' && !goods.genders.includes(gender)) refuse('genderNotOffered');
  if (quantity < goods.min_quantity) refuse('quantityOutOfRange');
}

/**
 * Ends it, whatever it has bought so far. An order that is being placed at this moment is still placed. Refuses one that
 * is unknown or another's (notFound); one that has ended stays as it is.
 */
export async function cancelStandingOrder(
  ctx: Ctx,
  { params }: Input<'cancelStandingOrder'>,
): Promise<StandingOrder> {
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const own = (id: bigint) =>
      step.db
        .selectFrom('standing_orders')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .forNoKeyUpdate()
        .executeTakeFirst();
    const row = await own(BigInt(params.id));
    if (!row) return refuse('notFound', 'standing order');
    if (row.state !== 'active') return presentOne(step, row);
    await step.db
      .updateTable('standing_orders')
      .set({ state: 'cancelled', waits_for: null })
      .where('id', '=', row.id)
      .execute();
    return presentOne(step, { ...row, state: 'cancelled', waits_for: null });
  });
}

/** Ends all of a user who is blocked, for good: unblocked much later, they would buy what nobody wants any more. */
export async function cancelStandingOrdersOf(db: Db, userId: bigint): Promise<void> {
  await db
    .updateTable('standing_orders')
    .set({ state: 'cancelled', waits_for: null })
    .where('user_id', '=', userId)
    .where('state', '=', 'active')
    .execute();
}

const presentOne = async (ctx: Ctx, row: StandingRow): Promise<StandingOrder> =>
  (await present(ctx, [row]))[0]!;

const MOST_SHOWN = 10;

/** Of the caller. */
async function present({ db, language, actor }: Ctx, rows: readonly StandingRow[]): Promise<StandingOrder[]> {
  const levelId = await findLevelId(db, requireUser(actor).userId);
  const goods = await findGoods(db, [...new Set(rows.map((row) => row.goods_id))]);
  const orders = await findPartNos(db, rows);
  return rows.map((row) => {
    const product = goods.get(row.goods_id)!;
    return {
      id: row.id.toString(),
      goods_id: row.goods_id.toString(),
      goods_name: textIn(product.name, language),
      path: addressFor(product, row, levelId),
      gender: row.gender,
      quantity: row.quantity,
      bought: row.bought,
      most_price: formatMicro(row.most_micro),
      state: row.state,
      waits_for: row.waits_for && errors[row.waits_for].code,
      order_nos: newestParts(row).flatMap((key) => orders.get(key) ?? []),
      created_at: row.created_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
    };
  });
}

const newestParts = ({ id, parts }: StandingRow): string[] =>
  Array.from({ length: Math.min(parts, MOST_SHOWN) }, (_, at) => partKey(id, parts - 1 - at));

async function findPartNos(db: Db, rows: readonly StandingRow[]): Promise<Map<string, string>> {
  const keys = rows.flatMap(newestParts);
  if (keys.length === 0) return new Map();
  const found = await db
    .selectFrom('orders')
    .select(['idempotency_key', 'order_no'])
    .where(sql<boolean>`idempotency_key = any(${textArray(keys)}::text[])`)
    .execute();
  return new Map(found.map((row) => [row.idempotency_key, row.order_no]));
}
