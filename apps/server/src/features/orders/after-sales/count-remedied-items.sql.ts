import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';

/** How many items of each import were replaced or refunded after their sale; imports without any are absent. */
export async function countRemediedItems(
  db: Db,
  batchIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await sql<{ batch_id: bigint; count: number }>`
    select own.batch_id, count(*)::int as count
    from stock_batch_ranges own
    join remedied_items remedied on remedied.item_id >= own.first_id and remedied.item_id < own.end_id
    where own.batch_id = any(${idArray(batchIds)}::bigint[]) group by own.batch_id`.execute(db);
  return new Map(rows.map((row) => [row.batch_id, row.count]));
}
