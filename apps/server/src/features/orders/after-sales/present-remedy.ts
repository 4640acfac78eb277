import type { Data } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { presentProposal, type ProposalRow } from '../../approvals/index.ts';
import { presentAdminOrders } from '../admin-orders.present.ts';
import { lockOrder, type OrderRow } from '../orders.sql.ts';

/** The answer to a refund or replacement: the order as it is now, and the proposal where one was needed. */
export async function presentRemedy(
  { db, language, actor }: Ctx,
  { id }: OrderRow,
  proposal: ProposalRow | null,
): Promise<Data<'refundOrder'>> {
  const [order] = await presentAdminOrders(db, [await lockOrder(db, id)], language);
  return { order: order!, proposal: proposal && presentProposal(proposal, actor) };
}
