import { ALARM_MAIL, renderAlarm } from './features/alarms/index.ts';
import { listenForAdjustments } from './features/adjustments/index.ts';
import { listenForApprovals } from './features/approvals/index.ts';
import { DELIVERY_MAIL, listenForOrders, renderDelivery } from './features/orders/index.ts';
import { listenForPaymentMethods } from './features/payment-methods/index.ts';
import { listenForDeposits } from './features/deposits/index.ts';
import { listenForRecharges } from './features/recharges/index.ts';
import {
  EMAIL_CHANGED_MAIL,
  EMAIL_CODE_MAIL,
  renderEmailChanged,
  renderEmailCode,
  renderResetCode,
  RESET_MAIL,
} from './features/sessions/index.ts';
import { listenForStatistics, type FiguresBoard } from './features/statistics/index.ts';
import { sealedStock } from './features/stock/index.ts';
import { sealedTwoFactors } from './features/two-factor/index.ts';
import { Events } from './platform/events.ts';
import type { SealedTable } from './platform/keys/sealed-table.ts';
import type { MailRenderers } from './platform/mail/outbox.ts';

/** Every feature that listens, in one place: who hears what is decided here. */
export function composeEvents(board: FiguresBoard): Events {
  const events = new Events();
  listenForAdjustments(events);
  listenForApprovals(events);
  listenForPaymentMethods(events);
  listenForDeposits(events);
  listenForRecharges(events);
  listenForOrders(events);
  listenForStatistics(events, board);
  return events;
}

/** Who renders which kind of e-mail. */
export const mailRenderers: MailRenderers = new Map([
  [DELIVERY_MAIL, renderDelivery],
  [RESET_MAIL, renderResetCode],
  [EMAIL_CODE_MAIL, renderEmailCode],
  [EMAIL_CHANGED_MAIL, renderEmailChanged],
  [ALARM_MAIL, renderAlarm],
]);

/** Everything that is sealed with the shop's keys, so that they can be rotated. */
export const sealedTables: readonly SealedTable[] = [...sealedStock, sealedTwoFactors];
