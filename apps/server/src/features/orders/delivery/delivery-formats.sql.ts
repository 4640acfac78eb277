import type { DeliveryFormat } from '@portside/contract';
import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import './delivery-formats.tables.ts';

/** The user's own; undefined where accounts are delivered as they were imported. */
export const findDeliveryFormat = async (db: Db, userId: bigint): Promise<DeliveryFormat | undefined> =>
  (await findDeliveryFormats(db, [userId])).get(userId);

/** The same of several users, by user. */
export async function findDeliveryFormats(
  db: Db,
  userIds: readonly bigint[],
): Promise<Map<bigint, DeliveryFormat>> {
  const rows = await db
    .selectFrom('delivery_formats')
    .select(['user_id', 'columns', 'separator', 'file_type', 'has_header'])
    .where(sql<boolean>`user_id = any(${idArray(userIds)}::bigint[])`)
    .execute();
  return new Map(rows.map(({ user_id, ...format }) => [user_id, format]));
}

/** Replaces the user's format, of which there is one at most. */
export async function saveDeliveryFormat(db: Db, userId: bigint, format: DeliveryFormat): Promise<void> {
  await db
    .insertInto('delivery_formats')
    .values({ user_id: userId, ...format })
    .onConflict((found) => found.column('user_id').doUpdateSet(format))
    .execute();
}

/** Without a format, `own` files are as `txt` again; nothing happens where there was none. */
export async function removeDeliveryFormat(db: Db, userId: bigint): Promise<void> {
  await db.deleteFrom('delivery_formats').where('user_id', '=', userId).execute();
}
