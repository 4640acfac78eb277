import { formatMicro, type Data, type Input } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { listProposalsOn, OPEN_STATES } from '../../approvals/index.ts';
import { countStock } from '../../stock/index.ts';
import { findOrderByNo } from '../orders.sql.ts';
import { lanesOf } from '../placing/stock-allocator.ts';
import { findAloneMicro } from './remedies.ts';
import { presentAdminWarrantyClaims } from './warranty-claims.ts';
import { selectWarrantyClaims } from './warranty-claims.sql.ts';

/**
 * What it takes to decide the open claims of an order, before anything is proposed. Refuses an unknown order
 * (notFound).
 */
export async function readAfterSales(
  ctx: Ctx,
  { params }: Input<'readAfterSales'>,
): Promise<Data<'readAfterSales'>> {
  const order = (await findOrderByNo(ctx.db, params.order_no)) ?? refuse('notFound');
  const claims = selectWarrantyClaims(ctx.db)
    .where('warranty_claims.state', '=', 'open')
    .where('warranty_claims.order_id', '=', order.id)
    .orderBy('warranty_claims.id')
    .execute();
  const [counts, aloneMicro, proposals] = await Promise.all([
    countStock(ctx.db, [order.goods_id]),
    findAloneMicro(ctx, order),
    listProposalsOn(ctx.db, [`order:${order.order_no}`]),
  ]);
  const free = counts.get(order.goods_id);
  const open = new Set(proposals.filter(({ state }) => OPEN_STATES.includes(state)).map(({ kind }) => kind));
  return {
    claims: await presentAdminWarrantyClaims(ctx.db, await claims, ctx.language),
    stock: lanesOf({ goodsId: order.goods_id, gender: order.gender }).reduce(
      (sum, { gender }) => sum + (free?.[gender] ?? 0),
      0,
    ),
    alone_up_to: aloneMicro === null ? null : formatMicro(aloneMicro),
    pending: [
      ...(open.has('refundApproved') ? (['refund'] as const) : []),
      ...(open.has('replacementApproved') ? (['replacement'] as const) : []),
    ],
  };
}
