import { formatMicro, type OrderTimelineEntry } from '@portside/contract';
import type { TimelineRow } from '../order-timeline.sql.ts';
import type { OrderRow } from '../orders.sql.ts';

/**
 * The timeline of an order, oldest entry first. That it was placed and erased is read from the order itself; what was
 * proposed about it comes from the proposals, the rest from its recorded entries.
 */
export function buildTimeline(
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
