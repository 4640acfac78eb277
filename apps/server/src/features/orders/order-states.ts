import type { OrderStatus } from '@portside/contract';

/** How often a buyer may have the delivery e-mail of an order sent again. */
export const MAX_RESENDS = 3;

export type OrderTransition = 'read' | 'mailed' | 'partlyRefunded' | 'fullyRefunded';

/** The status after each transition. What is not listed is refused by its verb. */
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

/** The next status, or null where the transition is not allowed. */
export const nextStatus = (status: OrderStatus, transition: OrderTransition): OrderStatus | null =>
  TRANSITIONS[status][transition] ?? null;
