import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { refuse } from '../../platform/refusal.ts';
import { findOrderByNo } from './list-orders.sql.ts';
import { findSoldItems } from './sold-items.sql.ts';

/** The accounts of any order, without their texts. */
export async function listOrderItems(
  ctx: Ctx,
  { params, query }: Input<'listOrderItems'>,
): Promise<Data<'listOrderItems'>> {
  requireAction(ctx.actor, 'order.read');
  const order = (await findOrderByNo(ctx.db, params.order_no)) ?? refuse('notFound');
  const items = await findSoldItems(ctx.db, order.id);
  const shown = items.map(({ id, state, replacedBy, claimId, claimState }) => ({
    id: id.toString(),
    state,
    replaced_by: replacedBy?.toString() ?? null,
    claim: claimId === null ? null : { id: claimId.toString(), state: claimState! },
  }));
  return pageOf(shown, query);
}
