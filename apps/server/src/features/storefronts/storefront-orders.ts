import type { Generated } from 'kysely';
import { SECOND_MS } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { OrderRow } from '../orders/index.ts';
import type { CallCtx } from './storefront-calls.ts';

/** An order of a shop that is told of it, or asks again and again. */
type StorefrontOrdersTable = {
  order_id: bigint;
  api_key_id: bigint;
  shop_order_no: string;
  /** Null until its accounts were handed to the shop. */
  handed_at: Date | null;
  /** Null where the shop only asks. */
  callback_url: string | null;
  state: 'waiting' | 'told' | 'failed';
  attempts: Generated<number>;
  next_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    storefront_orders: StorefrontOrdersTable;
  }
}

/** After our answer: such a shop keeps the order's number first, and refuses a callback about an order without one. */
const FIRST_AFTER_MS = 5 * SECOND_MS;

type ShopOrder = {
  readonly orderId: bigint;
  readonly shopOrderNo: string;
  readonly callbackUrl: string | null;
};

/**
 * Notes an order for its shop before the shop is answered. Not in the transaction of the order: a shop that got no answer
 * asks again under the same number, and comes past here again.
 */
export async function recordShopOrder(
  { db, clock, actor }: CallCtx,
  { orderId, shopOrderNo, callbackUrl }: ShopOrder,
): Promise<void> {
  await db
    .insertInto('storefront_orders')
    .values({
      order_id: orderId,
      api_key_id: actor.key.id,
      shop_order_no: shopOrderNo,
      handed_at: null,
      callback_url: callbackUrl,
      state: callbackUrl === null ? 'told' : 'waiting',
      next_at: new Date(clock.now().getTime() + FIRST_AFTER_MS),
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}

/** The shop has the accounts: it takes them once, and needs not be told of them any more. */
export async function noteHanded(
  { db, clock }: Pick<CallCtx, 'db' | 'clock'>,
  orderId: bigint,
): Promise<void> {
  await db
    .updateTable('storefront_orders')
    .set({ handed_at: clock.now(), state: 'told' })
    .where('order_id', '=', orderId)
    .where('handed_at', 'is', null)
    .execute();
}

/** Whether a shop has the accounts of an order; one that no shop placed was read elsewhere. */
export async function isHanded(db: Db, { id }: Pick<OrderRow, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('storefront_orders')
    .select('handed_at')
    .where('order_id', '=', id)
    .executeTakeFirst();
  return row === undefined || row.handed_at !== null;
}
