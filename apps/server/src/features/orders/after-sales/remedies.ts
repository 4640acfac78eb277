import { formatMicro, type Data, type Input } from '@portside/contract';
import { shareOf } from '@portside/contract/wire/quote';
import { sql } from 'kysely';
import { requireUser } from '../../../platform/actor.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentProposal, propose, type Approved, type ProposalRow } from '../../approvals/index.ts';
import { readSetting } from '../../settings/index.ts';
import { presentAdminOrders } from '../listing/all-orders.ts';
import { lockOrder, shareOfOrder, type OrderRow } from '../orders.sql.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { parseItemSelection, selectItems } from './select-items.ts';
import { publishWarrantyClaims } from './warranty-claims.ts';
import { settleRemediedWarrantyClaims } from './warranty-claims.sql.ts';

/** Items of an order that are to be refunded or replaced; none of them is remedied yet. */
export type Remedy = {
  readonly itemIds: readonly bigint[];
  readonly reason: string;
  /** Who decided it, or who proposed it if a second person approved; null where the shop itself did. */
  readonly userId: bigint | null;
  /** The approved proposal; null if one admin decided alone. */
  readonly proposalId: bigint | null;
};

type RemedyState = 'refunded' | 'replaced';

/**
 * What the acting admin asks to remedy of a locked order; null if all of it is remedied that way already, so a repeated
 * call changes nothing. Refuses items and claims as `selectItems` does.
 */
export async function readRemedy(
  { db, actor }: Ctx,
  order: OrderRow,
  state: RemedyState,
  body: Input<'refundOrder'>['body'],
): Promise<Remedy | null> {
  const { userId } = requireUser(actor);
  const itemIds = selectItems(await findSoldItems(db, order.id), parseItemSelection(body), state);
  return itemIds.length === 0 ? null : { itemIds, reason: body.reason, userId, proposalId: null };
}

/** Accounts of a claim that the shop itself is to remedy, with what the buyer reads. */
export type ShopRemedy = {
  readonly claimId: bigint;
  readonly itemIds: readonly bigint[];
  readonly reason: string;
};

/**
 * What the shop itself is to remedy of a locked order; null where it is more than an admin may alone: with what of the
 * order was remedied before, or with all that the shop itself did within 24 hours, for which the caller lets no other
 * remedy of the shop begin until the transaction ends. Refuses a claim that is decided (claimSettled) and items that are (itemSettled).
 */
export async function readShopRemedy(
  { db, clock }: Ctx,
  order: OrderRow,
  state: RemedyState,
  { claimId, itemIds: wanted, reason }: ShopRemedy,
): Promise<Remedy | null> {
  const items = await findSoldItems(db, order.id);
  const claimed = items.filter((item) => item.claimId === claimId);
  if (claimed.some(({ claimState }) => claimState !== 'open')) refuse('claimSettled');
  const itemIds = selectItems(claimed, { itemIds: wanted }, state);
  if (itemIds.length < wanted.length) refuse('itemSettled');
  const before = order.refunded_quantity + (await countReplaced(db, order.id));
  const worth = (accounts: number): bigint => shareOf(order.total_micro, order.quantity, accounts);
  const ofDay = await sumUnapprovedRemedies(db, null, new Date(clock.now().getTime() - DAY_MS));
  const mostMicro = await readSetting(db, 'refundApprovalAboveMicro');
  if (worth(before + itemIds.length) > mostMicro || ofDay + worth(itemIds.length) > mostMicro) return null;
  return { itemIds, reason, userId: null, proposalId: null };
}

/** What a second person approved. Refuses items that were settled in the meantime (itemSettled). */
export async function readApprovedRemedy(
  { db }: Ctx,
  order: OrderRow,
  state: RemedyState,
  { proposalId, terms }: Approved<RemedyTerms>,
): Promise<Remedy> {
  const itemIds = selectItems(
    await findSoldItems(db, order.id),
    { itemIds: parseItemIds(terms.items) },
    state,
  );
  if (itemIds.length === 0) refuse('itemSettled');
  return { itemIds, reason: terms.reason, userId: BigInt(terms.proposed_by), proposalId };
}

type ProposalKind = {
  readonly kind: 'refundApproved' | 'replacementApproved';
  /** The permission that proposer and approver need. */
  readonly action: 'order.refund' | 'claim.settle';
};

/**
 * Proposes a remedy of a locked order to a second person where it takes one (`needsApproval`); null where the admin may
 * decide alone. The amount is what the next so many accounts of the order cost, whatever they cost today; a refund that
 * comes in between can move it by a micro-USDT each.
 */
export async function proposeIfNeeded(
  ctx: Ctx,
  order: OrderRow,
  { kind, action }: ProposalKind,
  { itemIds, reason }: Remedy,
): Promise<ProposalRow | null> {
  const { userId } = requireUser(ctx.actor);
  if (!(await needsApproval(ctx, order, itemIds.length))) return null;
  const terms: RemedyTerms = {
    order_no: order.order_no,
    accounts: itemIds.length,
    amount: formatMicro(shareOf(order.total_micro, order.quantity, itemIds.length, order.refunded_quantity)),
    items: formatItemIds(itemIds),
    reason,
    proposed_by: userId.toString(),
  };
  const subject = `order:${order.order_no}`;
  return propose(ctx, { kind, subject, terms, reason, action, beneficiaryId: order.user_id });
}

/**
 * Whether refunding or replacing so many more accounts of a locked order takes a second person. Until the transaction
 * ends, other remedies of the same admin wait.
 */
async function needsApproval(ctx: Ctx, order: OrderRow, quantity: number): Promise<boolean> {
  await lockRemediesOf(ctx.db, requireUser(ctx.actor).userId);
  const aloneMicro = await findAloneMicro(ctx, order);
  return aloneMicro === null || shareOf(order.total_micro, order.quantity, quantity) > aloneMicro;
}

/**
 * Up to which amount, at the order's price, the caller refunds or replaces more of its accounts alone: what a setting
 * allows, less what of the order was remedied before, or what they remedied without approval within 24 hours. Null for
 * an own order, which always takes a second person. A replacement gives away as much as a refund. `earlier` is what will
 * be remedied before: accounts of the order, and in all.
 */
export async function findAloneMicro(
  ctx: Ctx,
  order: OrderRow,
  earlier = { accounts: 0, micro: 0n },
): Promise<bigint | null> {
  const { db, clock } = ctx;
  const { userId } = requireUser(ctx.actor);
  if (order.user_id === userId) return null;
  const before = order.refunded_quantity + (await countReplaced(db, order.id)) + earlier.accounts;
  const ofOrder = shareOf(order.total_micro, order.quantity, before);
  const ofDay = await sumUnapprovedRemedies(db, userId, new Date(clock.now().getTime() - DAY_MS));
  const ofAdmin = ofDay + earlier.micro;
  const left = (await readSetting(db, 'refundApprovalAboveMicro')) - (ofOrder > ofAdmin ? ofOrder : ofAdmin);
  return left > 0n ? left : 0n;
}

/** Differs from the number of every other advisory lock in the shop. */
const REMEDIES_LOCK = 741;

/** Until the transaction ends: refunds and replacements of one admin wait, so that each counts those before. */
async function lockRemediesOf(db: Db, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REMEDIES_LOCK}::int, hashint8(${userId}))`.execute(db);
}

/** What an admin has refunded and replaced since then without approval, or the shop itself (null), at the prices of the orders. */
async function sumUnapprovedRemedies(db: Db, userId: bigint | null, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('order_timeline')
    .innerJoin('orders', 'orders.id', 'order_timeline.order_id')
    .select(
      sql<string | null>`sum(coalesce(amount_micro, ${shareOfOrder(sql`order_timeline.quantity`)}))`.as(
        'sum',
      ),
    )
    .where('kind', 'in', ['refunded', 'replaced'])
    .where('proposal_id', 'is', null)
    .where('actor_id', userId === null ? 'is' : '=', userId)
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

/** The order as it is now, and the proposal if one was needed. */
export async function presentRemedied(
  { db, language, actor }: Ctx,
  { id }: OrderRow,
  proposal: ProposalRow | null,
): Promise<Data<'refundOrder'>> {
  const [order] = await presentAdminOrders(db, [await lockOrder(db, id)], language);
  return { order: order!, proposal: proposal && presentProposal(proposal, actor) };
}

/** Settles the claims of the order of which every item is now remedied. */
export async function settleClaims(
  ctx: Ctx,
  order: OrderRow,
  state: RemedyState,
  { reason, userId }: Remedy,
): Promise<void> {
  const settlement = { state, answer: reason, settledBy: userId, now: ctx.clock.now() };
  const settled = await settleRemediedWarrantyClaims(ctx.db, order.id, settlement);
  await publishWarrantyClaims(ctx, order, settled, state);
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
