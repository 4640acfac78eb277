import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { listProposalsOn } from '../../approvals/index.ts';
import { presentAdminOrders, presentEvents } from './admin-orders.present.ts';
import { findOrderEvents } from '../order-events.sql.ts';
import { findOrderByNo } from './list-orders.sql.ts';
import { tellRefunds } from '../after-sales/tell-refunds.ts';

/** An order with everything that happened to it. */
export async function readAnyOrder(
  ctx: Ctx,
  { params }: Input<'readAnyOrder'>,
): Promise<Data<'readAnyOrder'>> {
  requireAction(ctx.actor, 'order.read');
  const row = (await findOrderByNo(ctx.db, params.order_no)) ?? refuse('notFound');
  const [[order], events, proposals] = await Promise.all([
    presentAdminOrders(ctx.db, [row], ctx.language),
    findOrderEvents(ctx.db, row.id),
    listProposalsOn(ctx.db, [`order:${row.order_no}`]),
  ]);
  const refunded = events.filter((event) => event.kind === 'refunded');
  const refundedMicro = refunded.reduce((sum, event) => sum + (event.amount_micro ?? 0n), 0n);
  return {
    order: order!,
    refunded_amount: formatMicro(refundedMicro),
    events: presentEvents(row, order!.buyer.username, events, tellRefunds(proposals)),
  };
}
