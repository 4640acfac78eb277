import type { Input } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { imageKey } from './goods-image.ts';
import { findGoods } from './goods.sql.ts';

/** The name of the picture, for whoever knows its address. Refuses one that the product no longer has (notFound). */
export async function findGoodsImage({ db }: Ctx, { params }: Input<'readGoodsImage'>): Promise<string> {
  const id = BigInt(params.id);
  const image = (await findGoods(db, [id])).get(id)?.image;
  return image && imageKey(image) === params.image ? image : refuse('notFound', 'image');
}
