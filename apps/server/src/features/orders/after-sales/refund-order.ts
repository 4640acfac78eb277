import { formatMicro, type Data, type Input } from '@portside/contract';
import { requireAction, requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { requireFreshCode } from '../../../platform/require-fresh-code.ts';
import { presentProposal, propose, type Approved } from '../../approvals/index.ts';
import { readSetting } from '../../settings/index.ts';
import { findUser } from '../../users/index.ts';
import { presentAdminOrders } from '../listing/admin-orders.present.ts';
import { chooseItems } from './choose-items.ts';
import { formatItems, parseItems } from './item-text.ts';
import { findOrderByNo } from '../listing/list-orders.sql.ts';
import { lockRefundsBy, sumRefundedAlone } from '../order-events.sql.ts';
import { lockOrder, type OrderRow } from '../orders.sql.ts';
import type { RefundTerms } from '../orders.events.ts';
import { payBack } from './pay-back.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { readWanted } from './read-wanted.ts';

const ACTION = 'order.refund';
const DAY_MS = 24 * 3_600_000;

/**
 * Pays accounts of an order back to its buyer: those of a claim, those named, or all that are left. The same
 * asked again is answered as before. An order of one's own is put before a second person, and so is what comes
 * to more than a setting: together with what was paid back of the order before, or with what the same admin paid
 * back alone in the last 24 hours. Refuses accounts that were replaced (itemSettled).
 */
export async function refundOrder(
  ctx: Ctx,
  { params, body }: Input<'refundOrder'>,
): Promise<Data<'refundOrder'>> {
  requireAction(ctx.actor, ACTION);
  requireFreshCode(ctx);
  const answer = await inTransaction(ctx, async (step) => {
    const order = await lockToRefund(step, params.order_no);
    const itemIds = chooseItems(await findSoldItems(step.db, order.id), readWanted(body), 'refunded');
    if (itemIds.length === 0) return present(step, order, null);
    if (await needsSecondPerson(step, order, itemIds.length)) {
      return present(step, order, await proposeRefund(step, order, itemIds, body.reason));
    }
    const { userId } = requireUser(step.actor);
    await payBack(step, order, { itemIds, reason: body.reason, refundedBy: userId, proposalId: null });
    return present(step, order, null);
  });
  crashPoint('refund: after commit');
  return answer;
}

/** A refund that two persons agreed to; accounts that were settled meanwhile make it fail. */
export async function applyRefund(ctx: Ctx, { proposalId, terms }: Approved<RefundTerms>): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const order = await lockToRefund(step, terms.order_no);
    const wanted = { itemIds: parseItems(terms.items) };
    const itemIds = chooseItems(await findSoldItems(step.db, order.id), wanted, 'refunded');
    if (itemIds.length === 0) refuse('itemSettled');
    const refundedBy = BigInt(terms.proposed_by);
    await payBack(step, order, { itemIds, reason: terms.reason, refundedBy, proposalId });
  });
}

/** A closed account takes no money. */
async function lockToRefund({ db }: Ctx, orderNo: string): Promise<OrderRow> {
  const { id, user_id } = (await findOrderByNo(db, orderNo)) ?? refuse('notFound');
  const order = await lockOrder(db, id);
  if ((await findUser(db, user_id))?.status === 'closed') refuse('userDoesNotExist', 'closed');
  return order;
}

async function needsSecondPerson(ctx: Ctx, order: OrderRow, quantity: number): Promise<boolean> {
  const { db, clock } = ctx;
  const { userId } = requireUser(ctx.actor);
  if (order.user_id === userId) return true;
  const priceOf = (accounts: number) => order.unit_price_micro * BigInt(accounts);
  const aboveMicro = await readSetting(db, 'refundApprovalAboveMicro');
  if (priceOf(order.refunded_quantity + quantity) > aboveMicro) return true;
  await lockRefundsBy(db, userId);
  const earlierMicro = await sumRefundedAlone(db, userId, new Date(clock.now().getTime() - DAY_MS));
  return earlierMicro + priceOf(quantity) > aboveMicro;
}

function proposeRefund(ctx: Ctx, order: OrderRow, itemIds: readonly bigint[], reason: string) {
  const { userId } = requireUser(ctx.actor);
  return propose(ctx, {
    kind: 'refundApproved',
    subject: `order:${order.order_no}`,
    terms: {
      order_no: order.order_no,
      accounts: itemIds.length,
      amount: formatMicro(order.unit_price_micro * BigInt(itemIds.length)),
      items: formatItems(itemIds),
      reason,
      proposed_by: userId.toString(),
    },
    reason,
    action: ACTION,
    beneficiaryId: order.user_id,
  });
}

async function present(
  { db, language, actor }: Ctx,
  { id }: OrderRow,
  proposal: Awaited<ReturnType<typeof propose>> | null,
): Promise<Data<'refundOrder'>> {
  const [order] = await presentAdminOrders(db, [await lockOrder(db, id)], language);
  return { order: order!, proposal: proposal && presentProposal(proposal, actor) };
}
