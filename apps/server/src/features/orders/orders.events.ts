import type { Events } from '../../platform/events.ts';
import type { Passed } from '../approvals/index.ts';
import { onRefundApproved } from './after-sales/on-refund-approved.ts';
import type { RefundTerms } from './after-sales/refund-terms.ts';
import { onMailSettled } from './delivery/delivery-mail.ts';
import { DELIVERY_MAIL } from './delivery/queue-delivery.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
    refundApproved: Passed<RefundTerms>;
    ordersPlaced: {
      readonly orders: readonly {
        readonly id: bigint;
        readonly orderNo: string;
        readonly userId: bigint;
        readonly quantity: number;
        readonly createdAt: Date;
      }[];
    };
  }
}

/** Subscribes orders to approved refunds and to the outcome of their delivery e-mails. */
export function subscribeOrders(events: Events): void {
  events.on('refundApproved', onRefundApproved);
  events.on('mailSent', async (ctx, mail) => {
    if (mail.kind === DELIVERY_MAIL) await onMailSettled(ctx, mail.reference, 'sent');
  });
  events.on('mailDied', async (ctx, mail) => {
    if (mail.kind === DELIVERY_MAIL) await onMailSettled(ctx, mail.reference, 'failed');
  });
}
