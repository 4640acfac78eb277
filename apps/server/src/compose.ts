import { DELIVERY_MAIL, listenForOrders, renderDelivery } from './features/orders/index.ts';
import { listenForRecharges } from './features/recharges/index.ts';
import { renderResetCode, RESET_MAIL } from './features/sessions/index.ts';
import { listenForStatistics, type FiguresBoard } from './features/statistics/index.ts';
import { Events } from './platform/events.ts';
import type { MailRenderers } from './platform/mail/outbox.ts';

/** Every feature that listens, in one place: who hears what is decided here. */
export function composeEvents(board: FiguresBoard): Events {
  const events = new Events();
  listenForRecharges(events);
  listenForOrders(events);
  listenForStatistics(events, board);
  return events;
}

/** Who renders which kind of e-mail. */
export const mailRenderers: MailRenderers = new Map([
  [DELIVERY_MAIL, renderDelivery],
  [RESET_MAIL, renderResetCode],
]);
