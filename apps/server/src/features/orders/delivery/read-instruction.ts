import { textIn, type Data, type Input } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { findGoods } from '../../goods/index.ts';
import { getOwnOrder } from '../get-own-order.ts';

/** What the buyer of an own order is told to do with its accounts, as the product has it now. */
export async function readInstruction(
  ctx: Ctx,
  { params }: Input<'readInstruction'>,
): Promise<Data<'readInstruction'>> {
  const order = await getOwnOrder(ctx, params.order_no);
  const goods = (await findGoods(ctx.db, [order.goods_id])).get(order.goods_id)!;
  return { instruction: textIn(goods.instruction, ctx.language) };
}
