import type { OrderStatus } from '@portside/contract';

/** A buyer may have the delivery e-mail sent again this often. */
export const MOST_RESENDS = 3;

export type OrderEvent = 'read' | 'mailed' | 'partlyRefunded' | 'fullyRefunded';

/** What an event makes of a status; an event that is not listed leaves it as it is, or is refused by its verb. */
const TRANSITIONS: Record<OrderStatus, Partial<Record<OrderEvent, OrderStatus>>> = {
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

/** The next status, or null where the event must not happen. */
export const nextStatus = (status: OrderStatus, event: OrderEvent): OrderStatus | null =>
  TRANSITIONS[status][event] ?? null;
