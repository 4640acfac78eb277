import type { AdminGoods, Input } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Image } from '../../platform/uploads/read-image.ts';
import { removeUpload, storeUpload, openUpload, sendImage } from '../../platform/uploads/uploads.ts';
import { findGoods, lockGoods } from './goods.sql.ts';
import { presentAllGoods } from './list-all-goods.ts';
import type { FastifyReply } from 'fastify';
import { imageKey } from './goods.present.ts';

/** Sets a product's picture and deletes the previous one. Refuses an unknown product (notFound). */
export async function setGoodsImage(
  ctx: Ctx,
  { params, image }: Input<'setGoodsImage'> & { readonly image: Image },
): Promise<AdminGoods> {
  return inTransaction(ctx, async (step) => changeImage(step, params, await storeUpload(step.db, image)));
}

/** Removes a product's picture, if it has one. Refuses an unknown product (notFound). */
export async function removeGoodsImage(ctx: Ctx, { params }: Input<'removeGoodsImage'>): Promise<AdminGoods> {
  return inTransaction(ctx, (step) => changeImage(step, params, null));
}

async function changeImage(
  step: Ctx,
  params: Input<'setGoodsImage'>['params'],
  image: string | null,
): Promise<AdminGoods> {
  const { db, clock } = step;
  const id = BigInt(params.id);
  await lockGoods(db, [id]);
  const row = (await findGoods(db, [id])).get(id) ?? refuse('notFound', 'goods');
  const before = row.image;
  await db.updateTable('goods').set({ image, updated_at: clock.now() }).where('id', '=', id).execute();
  if (before !== null) await removeUpload(db, before);
  const [shown] = await presentAllGoods(step, [{ ...row, image }]);
  if (before !== image)
    await recordAudit(step, {
      action: 'goods.image',
      subject: `goods:${id}`,
      before: { image: before },
      after: { image },
    });
  return shown!;
}

/**
 * The picture of a product, for anyone who knows its address. Refuses one that the product no longer has (notFound).
 */
export async function readGoodsImage(
  { db }: Ctx,
  { params }: Input<'readGoodsImage'>,
  reply: FastifyReply,
): Promise<unknown> {
  const id = BigInt(params.id);
  const image = (await findGoods(db, [id])).get(id)?.image;
  const file = image && imageKey(image) === params.image ? image : refuse('notFound', 'image');
  return sendImage(reply, await openUpload(db, file), { isPublic: true });
}
