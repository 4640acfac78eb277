import { DAY_MS } from '../../../platform/clock.ts';
import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { readSetting } from '../../settings/index.ts';
import { countReplaced, lockRemediesOf, sumUnapprovedRemedies } from '../order-timeline.sql.ts';
import { type OrderRow, lockOrder } from '../orders.sql.ts';
import { propose, type ProposalRow, presentProposal } from '../../approvals/index.ts';
import { formatMicro, type Data } from '@portside/contract';
import { presentAdminOrders } from '../listing/all-orders.ts';

/**
 * Whether refunding or replacing so many more accounts of a locked order takes a second person: for an own order, and
 * above a setting, at the order's price, counted together with what of it was remedied before, or with what the same
 * admin remedied without approval within 24 hours. A replacement gives away as much as a refund.
 */
export async function needsApproval(ctx: Ctx, order: OrderRow, quantity: number): Promise<boolean> {
  const { db, clock } = ctx;
  const { userId } = requireUser(ctx.actor);
  if (order.user_id === userId) return true;
  const priceOf = (items: number) => order.unit_price_micro * BigInt(items);
  const aboveMicro = await readSetting(db, 'refundApprovalAboveMicro');
  const before = order.refunded_quantity + (await countReplaced(db, order.id));
  if (priceOf(before + quantity) > aboveMicro) return true;
  await lockRemediesOf(db, userId);
  const since = new Date(clock.now().getTime() - DAY_MS);
  return (await sumUnapprovedRemedies(db, userId, since)) + priceOf(quantity) > aboveMicro;
}

type Remedy = {
  readonly kind: 'refundApproved' | 'replacementApproved';
  /** The permission that proposer and approver need. */
  readonly action: 'order.refund' | 'claim.settle';
  readonly itemIds: readonly bigint[];
  readonly reason: string;
};

/** Proposes to refund or replace items of an order, to the benefit of its buyer. */
export function proposeRemedy(
  ctx: Ctx,
  order: OrderRow,
  { kind, action, itemIds, reason }: Remedy,
): Promise<ProposalRow> {
  const { userId } = requireUser(ctx.actor);
  return propose(ctx, {
    kind,
    subject: `order:${order.order_no}`,
    terms: termsOfRemedy(order, itemIds, { reason, proposedBy: userId }),
    reason,
    action,
    beneficiaryId: order.user_id,
  });
}

/**
 * A refund or replacement as its proposal stores it: the amount, at the order's price, as a decimal in USDT, the items
 * as `formatItemIds` writes them.
 */
export type RemedyTerms = {
  readonly order_no: string;
  readonly accounts: number;
  readonly amount: string;
  readonly items: string;
  readonly reason: string;
  /** The user's id. */
  readonly proposed_by: string;
};

/** The amount is the order’s price of these items, whatever they cost today. */
const termsOfRemedy = (
  order: OrderRow,
  itemIds: readonly bigint[],
  { reason, proposedBy }: { readonly reason: string; readonly proposedBy: bigint },
): RemedyTerms => ({
  order_no: order.order_no,
  accounts: itemIds.length,
  amount: formatMicro(order.unit_price_micro * BigInt(itemIds.length)),
  items: formatItemIds(itemIds),
  reason,
  proposed_by: proposedBy.toString(),
});

/** Item ids as people read them, and as a proposal stores them: "17-20, 33". */
export function formatItemIds(ids: readonly bigint[]): string {
  const runs: { first: bigint; last: bigint }[] = [];
  for (const id of ids.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))) {
    const run = runs.at(-1);
    if (run && run.last + 1n === id) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(', ');
}

/** The ids in a text of `formatItemIds`. */
export const parseItemIds = (text: string): bigint[] =>
  text.split(', ').flatMap((run) => {
    const [first = '', last = first] = run.split('-');
    const length = Number(BigInt(last) - BigInt(first)) + 1;
    return Array.from({ length }, (_, index) => BigInt(first) + BigInt(index));
  });

/** The answer to a refund or replacement: the order as it is now, and the proposal where one was needed. */
export async function presentRemedy(
  { db, language, actor }: Ctx,
  { id }: OrderRow,
  proposal: ProposalRow | null,
): Promise<Data<'refundOrder'>> {
  const [order] = await presentAdminOrders(db, [await lockOrder(db, id)], language);
  return { order: order!, proposal: proposal && presentProposal(proposal, actor) };
}
