import { ALARM_MAIL, renderAlarm } from '../features/alarms/index.ts';
import { nameAnnouncements } from '../features/announcements/index.ts';
import { subscribeApprovals } from '../features/approvals/index.ts';
import { AUDIT_HEAD_MAIL, renderAuditHead, type EntityNames } from '../features/audit/index.ts';
import { ADDRESS_CHANGED_MAIL, renderAddressChanged } from '../features/deposit-addresses/index.ts';
import { goodsImages, nameCategories, nameGoods } from '../features/goods/index.ts';
import {
  DELIVERY_MAIL,
  findOrderNos,
  subscribeOrders,
  nameWarrantyClaims,
  deliveryMails,
} from '../features/orders/index.ts';
import { sealedMethods, subscribePaymentMethods } from '../features/payment-methods/index.ts';
import { findDepositDecisions, subscribeDeposits, nameDeposits } from '../features/deposits/index.ts';
import { subscribeRecharges } from '../features/recharges/index.ts';
import { nameRoles, subscribeRoles } from '../features/roles/index.ts';
import {
  EMAIL_CHANGED_MAIL,
  EMAIL_CODE_MAIL,
  subscribeSessions,
  renderEmailChanged,
  renderEmailCode,
  renderResetCode,
  RESET_MAIL,
  sealedTwoFactors,
} from '../features/sessions/index.ts';
import { subscribeLive, type LiveFiguresCache } from '../features/live/index.ts';
import { nameBatches, sealedStock } from '../features/stock/index.ts';
import { findImportDecisions, subscribeUserImports } from '../features/user-imports/index.ts';
import { brandImages, subscribeSettings } from '../features/settings/index.ts';
import { ANSWER_MAIL, renderAnswer, supportImages } from '../features/support/index.ts';
import {
  EMAIL_REPLACED_MAIL,
  EMAIL_WAITS_MAIL,
  findAdjustmentDecisions,
  nameUsers,
  renderEmailReplaced,
  renderEmailWaits,
  subscribeUsers,
  type MovementLookups,
} from '../features/users/index.ts';
import type { Ctx, Events } from '../platform/context.ts';
import { EventBus } from '../platform/events.ts';
import type { SealedTable } from '../platform/keys/sealed-table.sql.ts';
import type { BatchRenderer, MailRenderer, MailRenderers } from '../platform/mail/mailer.ts';
import type { UploadReference } from '../platform/uploads/uploads.sql.ts';

/** Subscribes every feature that listens to domain events. Listeners of one event run in this order. */
export function composeEvents(cache: LiveFiguresCache): Events {
  const events = new EventBus<Ctx>();
  subscribeSettings(events);
  subscribeApprovals(events);
  subscribeUserImports(events);
  subscribeRoles(events);
  subscribeUsers(events);
  subscribeSessions(events);
  subscribePaymentMethods(events);
  subscribeDeposits(events);
  subscribeRecharges(events);
  subscribeOrders(events);
  subscribeLive(events, cache);
  return events;
}

/** The renderer of each kind of e-mail. */
export const mailRenderers: MailRenderers = new Map<string, MailRenderer | BatchRenderer>([
  [DELIVERY_MAIL, deliveryMails],
  [RESET_MAIL, renderResetCode],
  [EMAIL_CODE_MAIL, renderEmailCode],
  [EMAIL_CHANGED_MAIL, renderEmailChanged],
  [EMAIL_REPLACED_MAIL, renderEmailReplaced],
  [EMAIL_WAITS_MAIL, renderEmailWaits],
  [ANSWER_MAIL, renderAnswer],
  [ALARM_MAIL, renderAlarm],
  [AUDIT_HEAD_MAIL, renderAuditHead],
  [ADDRESS_CHANGED_MAIL, renderAddressChanged],
]);

/** Looks up the names of the entities in the audit log, by noun. */
export const entityNames: EntityNames = new Map([
  ['user', nameUsers],
  ['agent', nameUsers],
  ['role', nameRoles],
  ['goods', nameGoods],
  ['category', nameCategories],
  ['batch', nameBatches],
  ['claim', nameWarrantyClaims],
  ['deposit', nameDeposits],
  ['announcement', nameAnnouncements],
]);

/** Looks up what other features know of a ledger movement. */
export const movementLookups: MovementLookups = {
  findOrderNos,
  findDecisions: async (ctx, movements) =>
    new Map([
      ...(await findAdjustmentDecisions(ctx, movements)),
      ...(await findImportDecisions(ctx, movements)),
      ...(await findDepositDecisions(ctx, movements)),
    ]),
};

/** Every column that holds the name of an image: what none of them names is deleted. */
export const uploadReferences: readonly UploadReference[] = [goodsImages, supportImages, ...brandImages];

/** All tables with sealed texts, for key rotation. */
export const sealedTables: readonly SealedTable[] = [...sealedStock, sealedTwoFactors, sealedMethods];
