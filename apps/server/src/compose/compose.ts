import type { NoticeEvent } from '@portside/contract/notices/notices';
import { ALARM_MAIL, readAlarm, renderAlarm } from '../features/alarms/index.ts';
import { readAccepted, readAsked, readRefused, subscribeAgents } from '../features/agents/index.ts';
import { nameAnnouncements } from '../features/announcements/index.ts';
import {
  nameApiKeys,
  readApiKeyMade,
  sealedKeySecrets,
  subscribeApiKeys,
} from '../features/api-keys/index.ts';
import { subscribeApprovals } from '../features/approvals/index.ts';
import { AUDIT_HEAD_MAIL, renderAuditHead, type EntityNames } from '../features/audit/index.ts';
import { ADDRESS_CHANGED_MAIL, renderAddressChanged } from '../features/deposit-addresses/index.ts';
import { nameBonuses, subscribeBonuses } from '../features/bonuses/index.ts';
import {
  goodsImages,
  nameAttributes,
  nameCategories,
  nameFamilies,
  nameGoods,
  subscribeGoods,
} from '../features/goods/index.ts';
import {
  DELIVERY_MAIL,
  readClaimOpened,
  readClaimRefused,
  readDelivered,
  readDeliveryFailed,
  readRefunded,
  readReplaced,
  findOrderNos,
  subscribeOrders,
  nameWarrantyClaims,
  deliveryMails,
} from '../features/orders/index.ts';
import { nameLevels, namePriceLists, subscribePriceSetting } from '../features/prices/index.ts';
import { sealedMethods, subscribePaymentMethods } from '../features/payment-methods/index.ts';
import {
  findDepositDecisions,
  nameDeposits,
  readCredited,
  readHeld,
  readUnmatched,
  subscribeDeposits,
} from '../features/deposits/index.ts';
import {
  findRedemptionDecisions,
  nameRedeemBatches,
  readRedeemed,
  subscribeRedeemCodes,
} from '../features/redeem-codes/index.ts';
import {
  readApproved,
  readPaid,
  readRejected,
  readRequested,
  readWaiting,
  subscribePayouts,
} from '../features/payouts/index.ts';
import { subscribeRecharges } from '../features/recharges/index.ts';
import {
  mailNotice,
  NOTICE_MAILS,
  readProposalWaiting,
  recordedNotice,
  subscribeNotices,
  type NoticeReaders,
} from '../features/notices/index.ts';
import { readReportReceived } from '../features/reports/index.ts';
import {
  CONFIRM_RESTOCK_MAIL,
  renderConfirmRestock,
  renderRestocked,
  RESTOCKED_MAIL,
  sealedRestockAddresses,
  subscribeRestocks,
} from '../features/restocks/index.ts';
import { nameRoles, subscribeRoles } from '../features/roles/index.ts';
import {
  CONFIRM_CODE_MAIL,
  EMAIL_CHANGED_MAIL,
  EMAIL_CODE_MAIL,
  renderConfirmCode,
  subscribeSessions,
  renderEmailChanged,
  renderEmailCode,
  renderResetCode,
  RESET_MAIL,
  sealedTwoFactors,
} from '../features/sessions/index.ts';
import { subscribeLive, type LiveFiguresCache } from '../features/live/index.ts';
import { nameBatches, sealedStock } from '../features/stock/index.ts';
import { nameSuppliers, subscribeSuppliers } from '../features/suppliers/index.ts';
import { findImportDecisions, subscribeUserImports } from '../features/user-imports/index.ts';
import { brandImages, subscribeSettings } from '../features/settings/index.ts';
import {
  ANSWER_MAIL,
  readAnswers,
  readSupportAsked,
  renderAnswer,
  supportImages,
} from '../features/support/index.ts';
import {
  EMAIL_REPLACED_MAIL,
  EMAIL_WAITS_MAIL,
  findAdjustmentDecisions,
  INVITATION_MAIL,
  nameUsers,
  renderEmailReplaced,
  renderEmailWaits,
  renderInvitation,
  subscribeUsers,
  type MovementLookups,
} from '../features/users/index.ts';
import { sealedCheckers, subscribeChecker } from '../features/checker/index.ts';
import { sealedWebhookSecrets, subscribeWebhooks } from '../features/webhooks/index.ts';
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
  subscribeRedeemCodes(events);
  subscribeRoles(events);
  subscribeUsers(events);
  subscribeNotices(events);
  subscribeAgents(events);
  subscribeSessions(events);
  subscribeApiKeys(events);
  subscribeGoods(events);
  subscribePriceSetting(events);
  subscribePaymentMethods(events);
  subscribeDeposits(events);
  subscribeBonuses(events);
  subscribeRecharges(events);
  subscribeOrders(events);
  subscribeRestocks(events);
  subscribePayouts(events);
  subscribeSuppliers(events);
  subscribeWebhooks(events);
  subscribeChecker(events);
  subscribeLive(events, cache);
  return events;
}

/** Reads what each notice says. */
export const noticeReaders: NoticeReaders = {
  topUpCredited: readCredited,
  codeRedeemed: readRedeemed,
  orderDelivered: readDelivered,
  deliveryFailed: readDeliveryFailed,
  orderRefunded: readRefunded,
  accountsReplaced: readReplaced,
  claimRefused: readClaimRefused,
  supportAnswered: readAnswers,
  apiKeyMade: readApiKeyMade,
  productBack: recordedNotice('productBack', ({ path }) => path),
  standingOrderPlaced: recordedNotice('standingOrderPlaced', ({ orderNo }) => `/order/${orderNo}`),
  standingOrderEnded: recordedNotice('standingOrderEnded', ({ path }) => path),
  priceDown: recordedNotice('priceDown', ({ path }) => path),
  couponEnding: recordedNotice('couponEnding', () => '/client/purchase-account'),
  signedInElsewhere: recordedNotice('signedInElsewhere', () => '/client/personal-information'),
  payoutRequested: readRequested,
  payoutApproved: readApproved,
  payoutPaid: readPaid,
  payoutRejected: readRejected,
  payoutWalletConfirmed: recordedNotice('payoutWalletConfirmed', () => '/client/amount-recharge'),
  agentAccepted: readAccepted,
  agentRefused: readRefused,
  webhookOff: recordedNotice('webhookOff', ({ isShops }) =>
    isShops ? '/admin/config?tab=webhooks' : '/client/personal-information#webhooks',
  ),
  telegramLinked: recordedNotice('telegramLinked', () => '/client/notices'),
  alarmRaised: readAlarm,
  proposalWaiting: readProposalWaiting,
  depositHeld: readHeld,
  depositUnmatched: readUnmatched,
  claimOpened: readClaimOpened,
  supportAsked: readSupportAsked,
  supportAssigned: recordedNotice('supportAssigned', ({ userId }) => `/admin/support?user=${userId}`),
  reportReceived: readReportReceived,
  payoutWaiting: readWaiting,
  agentAsked: readAsked,
  shopWebhookOff: recordedNotice('shopWebhookOff', () => '/admin/config?tab=webhooks'),
};

/** The renderer of each kind of e-mail. */
export const mailRenderers: MailRenderers = new Map<string, MailRenderer | BatchRenderer>([
  [DELIVERY_MAIL, deliveryMails],
  [RESET_MAIL, renderResetCode],
  [CONFIRM_CODE_MAIL, renderConfirmCode],
  [EMAIL_CODE_MAIL, renderEmailCode],
  [EMAIL_CHANGED_MAIL, renderEmailChanged],
  [EMAIL_REPLACED_MAIL, renderEmailReplaced],
  [EMAIL_WAITS_MAIL, renderEmailWaits],
  [INVITATION_MAIL, renderInvitation],
  [ANSWER_MAIL, renderAnswer],
  [AUDIT_HEAD_MAIL, renderAuditHead],
  [CONFIRM_RESTOCK_MAIL, renderConfirmRestock],
  [RESTOCKED_MAIL, renderRestocked],
  [ADDRESS_CHANGED_MAIL, renderAddressChanged],
  ...Object.entries(NOTICE_MAILS).map(
    ([event, kind]) => [kind, mailNotice(noticeReaders[event as NoticeEvent])] as const,
  ),
  [ALARM_MAIL, renderAlarm],
]);

/** Looks up the names of the entities in the audit log, by noun. */
export const entityNames: EntityNames = new Map([
  ['user', nameUsers],
  ['agent', nameUsers],
  ['apiKey', nameApiKeys],
  ['role', nameRoles],
  ['goods', nameGoods],
  ['category', nameCategories],
  ['family', nameFamilies],
  ['attribute', nameAttributes],
  ['level', nameLevels],
  ['priceList', namePriceLists],
  ['batch', nameBatches],
  ['supplier', nameSuppliers],
  ['claim', nameWarrantyClaims],
  ['deposit', nameDeposits],
  ['redeemBatch', nameRedeemBatches],
  ['bonus', nameBonuses],
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
      ...(await findRedemptionDecisions(ctx, movements)),
    ]),
};

/** Every column that holds the name of an image: what none of them names is deleted. */
export const uploadReferences: readonly UploadReference[] = [...goodsImages, supportImages, ...brandImages];

/** All tables with sealed texts, for key rotation. */
export const sealedTables: readonly SealedTable[] = [
  ...sealedStock,
  sealedTwoFactors,
  sealedMethods,
  sealedWebhookSecrets,
  sealedRestockAddresses,
  sealedKeySecrets,
  sealedCheckers,
];
