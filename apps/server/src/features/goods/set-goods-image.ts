import type { AdminGoods } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Image } from '../../platform/uploads/image.ts';
import type { Uploads } from '../../platform/uploads/uploads.ts';
import { findGoods } from './goods.sql.ts';
import { showGoods } from './list-all-goods.ts';
import { lockGoods, replaceImage } from './write-goods.sql.ts';

/** Sets a product's picture and deletes the previous one. Refuses an unknown product (notFound). */
export async function setGoodsImage(
  ctx: Ctx,
  uploads: Uploads,
  { id, image }: { readonly id: bigint; readonly image: Image },
): Promise<AdminGoods> {
  requireAction(ctx.actor, 'goods.write');
  const { before, goods } = await uploads.keepFor(image, (name) => changeImage(ctx, id, name));
  if (before !== null) await uploads.remove(before);
  return goods;
}

/** Removes a product's picture, if it has one. Refuses an unknown product (notFound). */
export async function removeGoodsImage(ctx: Ctx, uploads: Uploads, id: bigint): Promise<AdminGoods> {
  requireAction(ctx.actor, 'goods.write');
  const { before, goods } = await changeImage(ctx, id, null);
  if (before !== null) await uploads.remove(before);
  return goods;
}

type Change = { readonly before: string | null; readonly goods: AdminGoods };

/** The previous picture's file is in use until the commit, so the caller deletes it afterwards. */
function changeImage(ctx: Ctx, id: bigint, image: string | null): Promise<Change> {
  return inTransaction(ctx, async (step) => {
    await lockGoods(step.db, [id]);
    const { image: before } = (await findGoods(step.db, [id])).get(id) ?? refuse('notFound', 'goods');
    await replaceImage(step.db, id, image);
    const goods = await showGoods(step, id);
    if (before !== image)
      await recordAudit(step, {
        action: 'goods.image',
        subject: `goods:${id}`,
        before: { image: before },
        after: { image },
      });
    return { before, goods };
  });
}
