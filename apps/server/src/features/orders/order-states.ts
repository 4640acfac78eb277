import type { OrderStatus } from '@portside/contract';
import type { OrderRow } from './orders.sql.ts';
import { HOUR_MS } from '../../platform/clock.ts';

/** How often a buyer may have the delivery e-mail of an order sent again. */
export const MAX_RESENDS = 3;

export type OrderTransition = 'read' | 'mailed' | 'partlyRefunded' | 'fullyRefunded';

/** The status after each transition. What is not listed is refused by its use case. */
const TRANSITIONS: Record<OrderStatus, Partial<Record<OrderTransition, OrderStatus>>> = {
  processing: {
    read: 'completed',
    mailed: 'completed',
    partlyRefunded: 'partially_refunded',
    fullyRefunded: 'refunded',
  },
  completed: {
    read: 'completed',
    mailed: 'completed',
    partlyRefunded: 'partially_refunded',
    fullyRefunded: 'refunded',
  },
  partially_refunded: {
    read: 'partially_refunded',
    mailed: 'partially_refunded',
    partlyRefunded: 'partially_refunded',
    fullyRefunded: 'refunded',
  },
  refunded: { read: 'refunded', mailed: 'refunded' },
};

/** The next status, or null if the transition is not allowed. */
export const nextStatus = (status: OrderStatus, transition: OrderTransition): OrderStatus | null =>
  TRANSITIONS[status][transition] ?? null;

/**
 * When the warranty of an order ends: after the hours it was sold with, but not after its account data is due to be
 * erased. Null if it has none.
 */
export function warrantyEndOf(
  order: Pick<OrderRow, 'warranty_hours' | 'created_at' | 'accounts_delete_at'>,
): Date | null {
  if (order.warranty_hours === 0) return null;
  const end = order.created_at.getTime() + order.warranty_hours * HOUR_MS;
  return new Date(Math.min(end, order.accounts_delete_at.getTime()));
}
