import type { Events } from '../../platform/events.ts';
import { onMailSettled } from './delivery-mail.ts';
import { DELIVERY_MAIL } from './place-order-batch.ts';

declare module '../../platform/events.ts' {
  interface EventPayloads {
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

/** What orders hear: how their delivery e-mails fared. */
export function listenForOrders(events: Events): void {
  events.on('mailSent', async (ctx, mail) => {
    if (mail.kind === DELIVERY_MAIL) await onMailSettled(ctx, mail.reference, 'sent');
  });
  events.on('mailDied', async (ctx, mail) => {
    if (mail.kind === DELIVERY_MAIL) await onMailSettled(ctx, mail.reference, 'failed');
  });
}
