import type { AdminGoods, Input } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Image } from '../../platform/uploads/read-image.ts';
import { removeUpload, storeUpload, openUpload, sendImage } from '../../platform/uploads/uploads.ts';
import { findGoods, lockGoods, replaceImage } from './goods.sql.ts';
import { showGoods } from './list-all-goods.ts';
import type { FastifyReply } from 'fastify';
import { imageKey } from './goods.present.ts';

/** Sets a product's picture and deletes the previous one. Refuses an unknown product (notFound). */
export async function setGoodsImage(
  ctx: Ctx,
  { id, image }: { readonly id: bigint; readonly image: Image },
): Promise<AdminGoods> {
  return inTransaction(ctx, async (step) => changeImage(step, id, await storeUpload(step.db, image)));
}

/** Removes a product's picture, if it has one. Refuses an unknown product (notFound). */
export async function removeGoodsImage(ctx: Ctx, id: bigint): Promise<AdminGoods> {
  return inTransaction(ctx, (step) => changeImage(step, id, null));
}

async function changeImage(step: Ctx, id: bigint, image: string | null): Promise<AdminGoods> {
  await lockGoods(step.db, [id]);
  const { image: before } = (await findGoods(step.db, [id])).get(id) ?? refuse('notFound', 'goods');
  await replaceImage(step.db, id, image, step.clock.now());
  if (before !== null) await removeUpload(step.db, before);
  const goods = await showGoods(step, id);
  if (before !== image)
    await recordAudit(step, {
      action: 'goods.image',
      subject: `goods:${id}`,
      before: { image: before },
      after: { image },
    });
  return goods;
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
