import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';

/** The order numbers of items, by the item's id; items in no order are absent. */
export async function findOrderNosOfItems(
  db: Db,
  itemIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await sql<{ id: bigint; order_no: string }>`
    select item.id, orders.order_no
    from unnest(${idArray(itemIds)}::bigint[]) as item (id)
    cross join lateral (
      select order_id, end_id from order_ranges
      where first_id <= item.id order by first_id desc limit 1) as taken
    join orders on orders.id = taken.order_id
    where taken.end_id > item.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.order_no]));
}
