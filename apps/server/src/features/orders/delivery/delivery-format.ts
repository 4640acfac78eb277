import type { DeliveryFormat, Input } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuseField } from '../../../platform/refusal.ts';
import { sql } from 'kysely';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';

/** The caller's delivery format; null if accounts are delivered exactly as imported. */
export const readDeliveryFormat = async (ctx: Ctx): Promise<DeliveryFormat | null> =>
  (await findDeliveryFormat(ctx.db, requireUser(ctx.actor).userId)) ?? null;

/**
 * Refuses a column that is named twice and a CSV separator of several characters, naming the field (parameterError).
 */
export async function replaceDeliveryFormat(
  ctx: Ctx,
  { body }: Input<'replaceDeliveryFormat'>,
): Promise<DeliveryFormat> {
  const { userId } = requireUser(ctx.actor);
  const names = body.columns.map((name) => name.toLowerCase());
  if (new Set(names).size < names.length) refuseField('parameterError', 'columns', 'twice');
  if (body.file_type === 'csv' && body.separator.length > 1)
    refuseField('parameterError', 'separator', 'long', 1);
  await saveDeliveryFormat(ctx.db, userId, body);
  return body;
}

/** Does nothing if none is saved. */
export async function deleteDeliveryFormat(ctx: Ctx): Promise<null> {
  await removeDeliveryFormat(ctx.db, requireUser(ctx.actor).userId);
  return null;
}

/** The user's own; undefined if accounts are delivered as imported. */
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
async function saveDeliveryFormat(db: Db, userId: bigint, format: DeliveryFormat): Promise<void> {
  await db
    .insertInto('delivery_formats')
    .values({ user_id: userId, ...format })
    .onConflict((found) => found.column('user_id').doUpdateSet(format))
    .execute();
}

/** Without a format, `own` files are as `txt` again; does nothing if there was none. */
async function removeDeliveryFormat(db: Db, userId: bigint): Promise<void> {
  await db.deleteFrom('delivery_formats').where('user_id', '=', userId).execute();
}

type DeliveryFormatsTable = DeliveryFormat & { user_id: bigint };

declare module '../../../platform/db/db.ts' {
  interface Database {
    delivery_formats: DeliveryFormatsTable;
  }
}
