import {
  formatMicro,
  type Data,
  type Input,
  type OrderTimelineEntry,
  type OrderTimelineKind,
  type ItemState,
  type OrderItem,
} from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { listProposalsOn, type ProposalRow } from '../../approvals/index.ts';
import { presentAdminOrders } from './all-orders.ts';
import type { Db } from '../../../platform/db/db.ts';
import { findOrderByNo, type OrderRow } from '../orders.sql.ts';
import type { RemedyTerms } from '../after-sales/remedies.ts';
import { pageOf } from '../../../platform/lists/pages.ts';
import { findSoldItems, type SoldItem } from '../sold-items.sql.ts';

/** Any buyer's order with its timeline. Refuses an unknown number (notFound). */
export async function readAnyOrder(
  ctx: Ctx,
  { params }: Input<'readAnyOrder'>,
): Promise<Data<'readAnyOrder'>> {
  const row = (await findOrderByNo(ctx.db, params.order_no)) ?? refuse('notFound');
  const [[order], timeline, proposals] = await Promise.all([
    presentAdminOrders(ctx.db, [row], ctx.language),
    findTimeline(ctx.db, row.id),
    listProposalsOn(ctx.db, [`order:${row.order_no}`]),
  ]);
  const refunds = timeline.filter((entry) => entry.kind === 'refunded');
  const refundedMicro = refunds.reduce((sum, entry) => sum + (entry.amount_micro ?? 0n), 0n);
  return {
    order: order!,
    refunded_amount: formatMicro(refundedMicro),
    events: buildTimeline(row, order!.buyer.username, timeline, remedyTimelineEntries(proposals)),
  };
}

type TimelineRow = {
  readonly kind: OrderTimelineKind;
  readonly at: Date;
  readonly actor: string | null;
  readonly quantity: number | null;
  readonly amount_micro: bigint | null;
  readonly note: string;
};

/** The recorded entries of an order, oldest first. */
const findTimeline = (db: Db, orderId: bigint): Promise<TimelineRow[]> =>
  db
    .selectFrom('order_timeline')
    .leftJoin('users', 'users.id', 'order_timeline.actor_id')
    .select(['kind', 'at', 'users.username as actor', 'quantity', 'amount_micro', 'note'])
    .where('order_id', '=', orderId)
    .orderBy('order_timeline.id')
    .execute();

/**
 * The timeline of an order, oldest entry first. That it was placed and erased is read from the order itself; what was
 * proposed about it comes from the proposals, the rest from its recorded entries.
 */
function buildTimeline(
  order: OrderRow,
  buyer: string,
  recorded: readonly TimelineRow[],
  proposed: readonly OrderTimelineEntry[],
): OrderTimelineEntry[] {
  const placed = {
    kind: 'placed',
    at: order.created_at.toISOString(),
    actor: buyer,
    accounts: order.quantity,
    amount: formatMicro(order.total_micro),
    note: '',
  } as const;
  const purgedAt = order.accounts_deleted_at;
  const purged = purgedAt && ({ kind: 'purged', at: purgedAt.toISOString(), ...BY_THE_SHOP } as const);
  const entries = [
    placed,
    // A proposal precedes what it led to, which may carry the same time.
    ...proposed,
    ...recorded.map(presentEntry),
    ...(purged ? [purged] : []),
  ];
  return entries.toSorted((a, b) => a.at.localeCompare(b.at));
}

const BY_THE_SHOP = { actor: null, accounts: null, amount: null, note: '' };

const presentEntry = ({
  kind,
  at,
  actor,
  quantity,
  amount_micro,
  note,
}: TimelineRow): OrderTimelineEntry => ({
  kind,
  at: at.toISOString(),
  actor,
  accounts: quantity,
  amount: amount_micro === null ? null : formatMicro(amount_micro),
  note,
});

const KINDS = {
  refundApproved: { proposed: 'refundProposed', approved: 'refundApproved', stopped: 'refundStopped' },
  replacementApproved: {
    proposed: 'replacementProposed',
    approved: 'replacementApproved',
    stopped: 'replacementStopped',
  },
} as const;

/** Timeline entries of an order's proposals: who proposed and approved each, and how it was stopped. */
const remedyTimelineEntries = (proposals: readonly ProposalRow[]): OrderTimelineEntry[] =>
  proposals.flatMap(entriesOf);

function entriesOf(proposal: ProposalRow): OrderTimelineEntry[] {
  const kinds = KINDS[proposal.kind as keyof typeof KINDS];
  if (!kinds) return [];
  const { proposed_at, proposer, approved_at, approver, settled_at, settler, state, outcome } = proposal;
  const { accounts, amount } = proposal.terms as RemedyTerms;
  const entryOf = (
    kind: OrderTimelineEntry['kind'],
    at: Date,
    actor: string | null,
    note = '',
  ): OrderTimelineEntry => ({ kind, at: at.toISOString(), actor, accounts, amount, note });
  const hasFailed = settled_at !== null && state !== 'applied';
  return [
    entryOf(kinds.proposed, proposed_at, proposer, proposal.reason),
    ...(approved_at ? [entryOf(kinds.approved, approved_at, approver)] : []),
    ...(hasFailed ? [entryOf(kinds.stopped, settled_at, settler, outcome)] : []),
  ];
}

/** The accounts of any order without their texts, each with its state and its claim. */
export async function listOrderItems(
  ctx: Ctx,
  { params, query }: Input<'listOrderItems'>,
): Promise<Data<'listOrderItems'>> {
  const order = (await findOrderByNo(ctx.db, params.order_no)) ?? refuse('notFound');
  const items = await findSoldItems(ctx.db, order.id);
  const claims = presentClaimsOf(items);
  const shown = items.map(({ id, state, replacedBy, claimId }) => ({
    id: id.toString(),
    state,
    replaced_by: replacedBy?.toString() ?? null,
    claim: claims.get(claimId) ?? null,
  }));
  return pageOf(shown, query);
}

/** By id, the claims that items of the order are in, with how many of their items were replaced and refunded. */
function presentClaimsOf(items: readonly SoldItem[]): Map<bigint | null, OrderItem['claim']> {
  const byClaim = Map.groupBy(items, ({ claimId }) => claimId);
  byClaim.delete(null);
  const countOf = (claimed: readonly SoldItem[], remedy: ItemState): number =>
    claimed.filter(({ state }) => state === remedy).length;
  return new Map(
    [...byClaim].map(([id, claimed]) => [
      id,
      {
        id: String(id),
        state: claimed[0]!.claimState!,
        accounts: claimed.length,
        replaced: countOf(claimed, 'replaced'),
        refunded: countOf(claimed, 'refunded'),
      },
    ]),
  );
}
