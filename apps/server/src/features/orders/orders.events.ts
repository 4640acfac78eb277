import type { Events } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import { onMailSettled } from './delivery/delivery-mail.ts';
import { DELIVERY_MAIL } from './placing/place-order-batch.ts';
import { applyRefund } from './after-sales/refund-order.ts';

/** The amount as a decimal; the accounts by id. */
export type RefundTerms = {
  readonly order_no: string;
  readonly accounts: number;
  readonly amount: string;
  readonly items: string;
  readonly reason: string;
  /** The user's id. */
  readonly proposed_by: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    refundApproved: Approved<RefundTerms>;
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

/** What orders hear: how their delivery e-mails fared, and which refunds a second person has agreed to. */
export function subscribeOrders(events: Events): void {
  events.on('refundApproved', applyRefund);
  events.on('mailSent', async (ctx, mail) => {
    if (mail.kind === DELIVERY_MAIL) await onMailSettled(ctx, mail.reference, 'sent');
  });
  events.on('mailGivenUp', async (ctx, mail) => {
    if (mail.kind === DELIVERY_MAIL) await onMailSettled(ctx, mail.reference, 'failed');
  });
}
