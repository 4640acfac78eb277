import type { WarrantyClaimState } from '@portside/contract';
import type { Events } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import { onRefundApproved } from './after-sales/on-refund-approved.ts';
import { onReplacementApproved } from './after-sales/on-replacement-approved.ts';
import type { RemedyTerms } from './after-sales/remedy-terms.ts';
import { onMailsSettled } from './delivery/delivery-mail.ts';
import { DELIVERY_MAIL } from './delivery/queue-delivery.ts';

type OrderName = { readonly orderId: bigint; readonly orderNo: string; readonly userId: bigint };

declare module '../../platform/events.ts' {
  interface EventPayloads {
    refundApproved: Approved<RemedyTerms>;
    replacementApproved: Approved<RemedyTerms>;
    ordersPlaced: {
      readonly orders: readonly {
        readonly id: bigint;
        readonly orderNo: string;
        readonly userId: bigint;
        readonly quantity: number;
        readonly createdAt: Date;
      }[];
    };
    /** The buyer read the accounts or the mail server accepted the delivery: the first of both. */
    orderCompleted: OrderName;
    /** Items of an order were refunded at the price they were bought for; announced for each refund. */
    orderRefunded: OrderName & {
      readonly quantity: number;
      readonly amountMicro: bigint;
      /** Nothing of the order is left unrefunded. */
      readonly isWhole: boolean;
    };
    /** A warranty claim was decided; announced once for each claim. */
    warrantyClaimSettled: OrderName & {
      readonly claimId: bigint;
      readonly state: Exclude<WarrantyClaimState, 'open'>;
    };
  }
}

/** Subscribes orders to approved refunds and to the outcome of their delivery e-mails. */
export function subscribeOrders(events: Events): void {
  events.on('refundApproved', onRefundApproved);
  events.on('replacementApproved', onReplacementApproved);
  events.on('mailsSent', async (ctx, { mails }) => {
    const deliveries = mails.filter(({ kind }) => kind === DELIVERY_MAIL);
    if (deliveries.length > 0)
      await onMailsSettled(
        ctx,
        deliveries.map(({ reference }) => reference),
        'sent',
      );
  });
  events.on('mailGivenUp', async (ctx, mail) => {
    if (mail.kind === DELIVERY_MAIL) await onMailsSettled(ctx, [mail.reference], 'failed');
  });
}
