import { formatMicro, type Data, type Input } from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../../platform/actor.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentProposal, propose, type Approved, type ProposalRow } from '../../approvals/index.ts';
import { readSetting } from '../../settings/index.ts';
import { presentAdminOrders } from '../listing/all-orders.ts';
import { lockOrder, type OrderRow } from '../orders.sql.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { parseItemSelection, selectItems } from './select-items.ts';
import { publishWarrantyClaims } from './warranty-claims.ts';
import { settleRemediedWarrantyClaims } from './warranty-claims.sql.ts';

/** Items of an order that are to be refunded or replaced; none of them is remedied yet. */
export type Remedy = {
  readonly itemIds: readonly bigint[];
  readonly reason: string;
  /** Who decided it, or who proposed it if a second person approved. */
  readonly userId: bigint;
  /** The approved proposal; null if one admin decided alone. */
  readonly proposalId: bigint | null;
};

/** A refund and a replacement differ in this alone. */
export type RemedyKind = {
  readonly state: 'refunded' | 'replaced';
  readonly proposal: 'refundApproved' | 'replacementApproved';
  /** The permission that proposer and approver need. */
  readonly action: 'order.refund' | 'claim.settle';
  /** Refuses an order whose items cannot be remedied so. */
  readonly requirePossible?: (ctx: Ctx, order: OrderRow) => void;
  /** Runs in the transaction that holds the order's lock; each item is remedied at most once. */
  readonly apply: (ctx: Ctx, order: OrderRow, remedy: Remedy) => Promise<void>;
};

/**
 * Remedies items of a locked order, or proposes it to a second person (`needsApproval`). A repeated call changes
 * nothing and answers the same. Refuses items and claims as `selectItems` does.
 */
export async function remedyItems(
  ctx: Ctx,
  order: OrderRow,
  kind: RemedyKind,
  body: Input<'refundOrder'>['body'],
): Promise<Data<'refundOrder'>> {
  const { userId } = requireUser(ctx.actor);
  const itemIds = selectItems(await findSoldItems(ctx.db, order.id), parseItemSelection(body), kind.state);
  if (itemIds.length === 0) return presentRemedy(ctx, order, null);
  kind.requirePossible?.(ctx, order);
  const remedy = { itemIds, reason: body.reason, userId, proposalId: null };
  if (await needsApproval(ctx, order, itemIds.length))
    return presentRemedy(ctx, order, await proposeRemedy(ctx, order, kind, remedy));
  await kind.apply(ctx, order, remedy);
  return presentRemedy(ctx, order, null);
}

/** Applies what a second person approved. Refuses items that were settled in the meantime (itemSettled). */
export async function applyApproved(
  ctx: Ctx,
  order: OrderRow,
  kind: RemedyKind,
  { proposalId, terms }: Approved<RemedyTerms>,
): Promise<void> {
  const selection = { itemIds: parseItemIds(terms.items) };
  const itemIds = selectItems(await findSoldItems(ctx.db, order.id), selection, kind.state);
  if (itemIds.length === 0) refuse('itemSettled');
  kind.requirePossible?.(ctx, order);
  const userId = BigInt(terms.proposed_by);
  await kind.apply(ctx, order, { itemIds, reason: terms.reason, userId, proposalId });
}

/** Settles the claims of the order of which every item is now remedied. */
export async function settleClaims(
  ctx: Ctx,
  order: OrderRow,
  { state }: RemedyKind,
  { reason, userId }: Remedy,
): Promise<void> {
  const settlement = { state, answer: reason, settledBy: userId, now: ctx.clock.now() };
  const settled = await settleRemediedWarrantyClaims(ctx.db, order.id, settlement);
  await publishWarrantyClaims(ctx, order, settled, state);
}

/**
 * Whether refunding or replacing so many more accounts of a locked order takes a second person: for an own order, and
 * above a setting, at the order's price, counted together with what of it was remedied before, or with what the same
 * admin remedied without approval within 24 hours. A replacement gives away as much as a refund.
 */
async function needsApproval(ctx: Ctx, order: OrderRow, quantity: number): Promise<boolean> {
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

/** Differs from the number of every other advisory lock in the shop. */
const REMEDIES_LOCK = 741;

/** Until the transaction ends: refunds and replacements of one admin wait, so that each counts those before. */
async function lockRemediesOf(db: Db, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REMEDIES_LOCK}::int, hashint8(${userId}))`.execute(db);
}

/** What an admin has refunded and replaced since then without approval, at the prices of the orders. */
async function sumUnapprovedRemedies(db: Db, userId: bigint, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('order_timeline')
    .innerJoin('orders', 'orders.id', 'order_timeline.order_id')
    .select(sql<string | null>`sum(order_timeline.quantity * orders.unit_price_micro)`.as('sum'))
    .where('kind', 'in', ['refunded', 'replaced'])
    .where('proposal_id', 'is', null)
    .where('actor_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

/** How many accounts of an order were replaced. */
async function countReplaced(db: Db, orderId: bigint): Promise<number> {
  const { sum } = await db
    .selectFrom('order_timeline')
    .select(({ fn }) => fn.sum<string | null>('quantity').as('sum'))
    .where('order_id', '=', orderId)
    .where('kind', '=', 'replaced')
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
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

/** To the benefit of the order's buyer. The amount is the order's price of the items, whatever they cost today. */
function proposeRemedy(
  ctx: Ctx,
  order: OrderRow,
  { proposal, action }: RemedyKind,
  { itemIds, reason, userId }: Remedy,
): Promise<ProposalRow> {
  const terms: RemedyTerms = {
    order_no: order.order_no,
    accounts: itemIds.length,
    amount: formatMicro(order.unit_price_micro * BigInt(itemIds.length)),
    items: formatItemIds(itemIds),
    reason,
    proposed_by: userId.toString(),
  };
  const subject = `order:${order.order_no}`;
  return propose(ctx, { kind: proposal, subject, terms, reason, action, beneficiaryId: order.user_id });
}

/** The order as it is now, and the proposal if one was needed. */
async function presentRemedy(
  { db, language, actor }: Ctx,
  { id }: OrderRow,
  proposal: ProposalRow | null,
): Promise<Data<'refundOrder'>> {
  const [order] = await presentAdminOrders(db, [await lockOrder(db, id)], language);
  return { order: order!, proposal: proposal && presentProposal(proposal, actor) };
}

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
const parseItemIds = (text: string): bigint[] =>
  text.split(', ').flatMap((run) => {
    const [first = '', last = first] = run.split('-');
    const length = Number(BigInt(last) - BigInt(first)) + 1;
    return Array.from({ length }, (_, index) => BigInt(first) + BigInt(index));
  });
