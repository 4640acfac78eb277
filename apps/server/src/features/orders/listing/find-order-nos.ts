import type { Ctx } from '../../../platform/context.ts';
import type { AccountMovement } from '../../ledger/index.ts';
import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';

const BY_ORDER: readonly AccountMovement['kind'][] = ['sale', 'commission'];
const BY_TIMELINE_ENTRY: readonly AccountMovement['kind'][] = ['refund', 'commissionReversal'];

/**
 * The order numbers of ledger movements, by the movement's id. A sale refers to the order, a refund to its entry in the
 * order's timeline; movements of neither kind are absent.
 */
export async function findOrderNos(
  { db }: Ctx,
  movements: readonly AccountMovement[],
): Promise<Map<bigint, string>> {
  const referencesOf = (kinds: readonly AccountMovement['kind'][]): bigint[] =>
    movements.filter(({ kind }) => kinds.includes(kind)).map(({ reference }) => reference);
  const [sold, refunded] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'order_no'])
      .where((is) => is('id', '=', is.fn.any(is.val(referencesOf(BY_ORDER)))))
      .execute(),
    db
      .selectFrom('order_timeline')
      .innerJoin('orders', 'orders.id', 'order_timeline.order_id')
      .select(['order_timeline.id', 'order_no'])
      .where((is) => is('order_timeline.id', '=', is.fn.any(is.val(referencesOf(BY_TIMELINE_ENTRY)))))
      .execute(),
  ]);
  const numbers = new Map([
    ...sold.map(({ id, order_no: number }) => [`order ${id}`, number] as const),
    ...refunded.map(({ id, order_no: number }) => [`entry ${id}`, number] as const),
  ]);
  return new Map(
    movements.flatMap(({ id, kind, reference }) => {
      const source = BY_ORDER.includes(kind) ? 'order' : BY_TIMELINE_ENTRY.includes(kind) ? 'entry' : null;
      const number = source && numbers.get(`${source} ${reference}`);
      return number ? [[id, number]] : [];
    }),
  );
}

/** The ids of the orders that items are in, anybody's. */
export async function findOrderIdsOfItems(db: Db, itemIds: readonly bigint[]): Promise<bigint[]> {
  return itemIds.length === 0 ? [] : [...(await findOrdersOfItems(db, itemIds)).values()].map(({ id }) => id);
}

type ItemOrder = {
  readonly id: bigint;
  readonly orderNo: string;
  /** The product that the items were sold as, whatever they were imported for. */
  readonly goodsId: bigint;
  readonly soldAt: Date;
};

/** The orders of items, by the item's id; items in no order are absent. */
export async function findOrdersOfItems(
  db: Db,
  itemIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, ItemOrder>> {
  const { rows } = await sql<ItemOrder & { readonly item: bigint }>`
    select item.id as item, orders.id, orders.order_no as "orderNo", orders.goods_id as "goodsId",
      orders.created_at as "soldAt"
    from unnest(${idArray(itemIds)}::bigint[]) as item (id)
    cross join lateral (
      select order_id, end_id from order_ranges
      where first_id <= item.id order by first_id desc limit 1) as taken
    join orders on orders.id = taken.order_id
    where taken.end_id > item.id`.execute(db);
  return new Map(rows.map(({ item, ...order }) => [item, order]));
}
