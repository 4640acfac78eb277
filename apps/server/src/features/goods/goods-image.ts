import type { AdminCategory, AdminGoods, Input } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Image } from '../../platform/uploads/read-image.ts';
import { removeUpload, storeUpload, openUpload, sendImage } from '../../platform/uploads/uploads.ts';
import { lockCategory } from './categories.ts';
import { findCategories, findGoods, lockGoods } from './goods.sql.ts';
import { presentAllGoods } from './list-all-goods.ts';
import type { FastifyReply } from 'fastify';
import { imageKey, presentAdminCategory } from './goods.present.ts';

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
  return sendPicture(db, reply, (await findGoods(db, [id])).get(id)?.image, params.image);
}

/** Sets a category's picture and deletes the previous one. Refuses an unknown category (notFound). */
export async function setCategoryImage(
  ctx: Ctx,
  { params, image }: Input<'setCategoryImage'> & { readonly image: Image },
): Promise<AdminCategory> {
  return inTransaction(ctx, async (step) =>
    changeCategoryImage(step, params, await storeUpload(step.db, image)),
  );
}

/** Removes a category's picture, if it has one. Refuses an unknown category (notFound). */
export async function removeCategoryImage(
  ctx: Ctx,
  { params }: Input<'removeCategoryImage'>,
): Promise<AdminCategory> {
  return inTransaction(ctx, (step) => changeCategoryImage(step, params, null));
}

async function changeCategoryImage(
  step: Ctx,
  params: Input<'setCategoryImage'>['params'],
  image: string | null,
): Promise<AdminCategory> {
  const { db, clock } = step;
  const row = await lockCategory(db, BigInt(params.id));
  await db
    .updateTable('categories')
    .set({ image, updated_at: clock.now() })
    .where('id', '=', row.id)
    .execute();
  if (row.image !== null) await removeUpload(db, row.image);
  if (row.image !== image)
    await recordAudit(step, {
      action: 'category.image',
      subject: `category:${row.id}`,
      before: { image: row.image },
      after: { image },
    });
  return presentAdminCategory({ ...row, image }, await findCategories(db), step.language);
}

/** The picture of a category, for anyone who knows its address. Refuses one that it no longer has (notFound). */
export async function readCategoryImage(
  { db }: Ctx,
  { params }: Input<'readCategoryImage'>,
  reply: FastifyReply,
): Promise<unknown> {
  const row = (await findCategories(db)).get(BigInt(params.id));
  return sendPicture(db, reply, row?.image, params.image);
}

async function sendPicture(
  db: Ctx['db'],
  reply: FastifyReply,
  image: string | null | undefined,
  key: string,
): Promise<unknown> {
  const file = image && imageKey(image) === key ? image : refuse('notFound', 'image');
  return sendImage(reply, await openUpload(db, file), { isPublic: true });
}
