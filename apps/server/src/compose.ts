import { ALARM_MAIL, renderAlarm } from './features/alarms/index.ts';
import { findAdjustmentDecisions, listenForAdjustments } from './features/adjustments/index.ts';
import { nameAnnouncements } from './features/announcements/index.ts';
import { listenForApprovals } from './features/approvals/index.ts';
import type { ThingNames } from './features/audit/index.ts';
import { nameCategories, nameGoods } from './features/goods/index.ts';
import { listenForLimits } from './features/limits/index.ts';
import {
  DELIVERY_MAIL,
  findOrderNos,
  subscribeOrders,
  nameClaims,
  renderDelivery,
} from './features/orders/index.ts';
import { subscribePaymentMethods } from './features/payment-methods/index.ts';
import { findDepositDecisions, subscribeDeposits, nameDeposits } from './features/deposits/index.ts';
import { subscribeRecharges } from './features/recharges/index.ts';
import { nameRoles } from './features/roles/index.ts';
import {
  EMAIL_CHANGED_MAIL,
  EMAIL_CODE_MAIL,
  EMAIL_REPLACED_MAIL,
  listenForSessions,
  renderEmailChanged,
  renderEmailCode,
  renderEmailReplaced,
  renderResetCode,
  RESET_MAIL,
} from './features/sessions/index.ts';
import { listenForStatistics, type FiguresBoard } from './features/statistics/index.ts';
import { nameBatches, sealedStock } from './features/stock/index.ts';
import { sealedTwoFactors } from './features/two-factor/index.ts';
import { nameUsers, type MovementFacts } from './features/users/index.ts';
import { Events } from './platform/events.ts';
import type { SealedTable } from './platform/keys/sealed-table.sql.ts';
import type { MailRenderers } from './platform/mail/mail-message.ts';

/** Every feature that listens, in one place: who hears what is decided here. */
export function composeEvents(board: FiguresBoard): Events {
  const events = new Events();
  listenForLimits(events);
  listenForAdjustments(events);
  listenForApprovals(events);
  listenForSessions(events);
  subscribePaymentMethods(events);
  subscribeDeposits(events);
  subscribeRecharges(events);
  subscribeOrders(events);
  listenForStatistics(events, board);
  return events;
}

/** Who renders which kind of e-mail. */
export const mailRenderers: MailRenderers = new Map([
  [DELIVERY_MAIL, renderDelivery],
  [RESET_MAIL, renderResetCode],
  [EMAIL_CODE_MAIL, renderEmailCode],
  [EMAIL_CHANGED_MAIL, renderEmailChanged],
  [EMAIL_REPLACED_MAIL, renderEmailReplaced],
  [ALARM_MAIL, renderAlarm],
]);

/** Who tells what the things of the audit log are called. */
export const thingNames: ThingNames = new Map([
  ['user', nameUsers],
  ['agent', nameUsers],
  ['role', nameRoles],
  ['goods', nameGoods],
  ['category', nameCategories],
  ['batch', nameBatches],
  ['claim', nameClaims],
  ['deposit', nameDeposits],
  ['announcement', nameAnnouncements],
]);

/** Who tells of movements of the ledger what it does not know itself. */
export const movementFacts: MovementFacts = {
  findOrderNos,
  findDecisions: async (ctx, movements) =>
    new Map([
      ...(await findAdjustmentDecisions(ctx, movements)),
      ...(await findDepositDecisions(ctx, movements)),
    ]),
};

/** Everything that is sealed with the shop's keys, so that they can be rotated. */
export const sealedTables: readonly SealedTable[] = [...sealedStock, sealedTwoFactors];
