import type { DeliveryFormat, Input } from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuseField } from '../../../platform/refusal.ts';
import { findDeliveryFormat, removeDeliveryFormat, saveDeliveryFormat } from './delivery-formats.sql.ts';

/** The caller's delivery format; null where accounts are delivered exactly as they were imported. */
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

/** Does nothing where none is saved. */
export async function deleteDeliveryFormat(ctx: Ctx): Promise<null> {
  await removeDeliveryFormat(ctx.db, requireUser(ctx.actor).userId);
  return null;
}
