import type { Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendImage } from '../../platform/http/send-image.ts';
import { refuse } from '../../platform/refusal.ts';
import { openUpload } from '../../platform/uploads/uploads.ts';
import { imageKey } from './goods-image.ts';
import { findGoods } from './goods.sql.ts';

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
