import type { Events } from '../../platform/context.ts';
import { onRefundApproved } from './after-sales/on-refund-approved.ts';
import { onReplacementApproved } from './after-sales/on-replacement-approved.ts';
import { onMailsSettled } from './delivery/delivery-mail.ts';
import { DELIVERY_MAIL } from './delivery/queue-delivery.ts';
import './orders.events.ts';

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
