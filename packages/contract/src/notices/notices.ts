import * as z from 'zod/mini';
import type { Action } from '../wire/actions.ts';
import { endpoints } from '../wire/endpoint.ts';
import { Id, LANGUAGES, line, page, pageQuery, paragraphs, Time } from '../wire/values.ts';

type Row = {
  /**
   * `chosen` mails come until whoever gets them switches them off, `asked` ones once they switch them on, and `always`
   * ones tell of what an intruder would hide: they cannot be switched off, on no way.
   */
  readonly mail: 'always' | 'chosen' | 'asked' | 'none';
  /**
   * Whether the page's list of notices has it: `asked` ones once users switch them on, and of `always` ones only staff
   * may switch some off. Answers of support have a place of their own.
   */
  readonly page: 'always' | 'asked' | 'none';
  /** Staff with the permission are told, `office` leaves it to the event which; absent: users of what is their own. */
  readonly staff?: Action | 'office';
};

/** What people are told of, and how. By Telegram they are told of all of it once they have linked it. */
export const NOTICES = {
  topUpCredited: { mail: 'chosen', page: 'always' },
  codeRedeemed: { mail: 'chosen', page: 'always' },
  /**
   * Each order has a mail and a page of its own, which its buyer mostly has open; programs and standing orders are told
   * otherwise.
   */
  orderDelivered: { mail: 'none', page: 'asked' },
  /** The mail with the accounts was given up, so not by mail. */
  deliveryFailed: { mail: 'none', page: 'always' },
  orderRefunded: { mail: 'chosen', page: 'always' },
  accountsReplaced: { mail: 'none', page: 'always' },
  claimRefused: { mail: 'chosen', page: 'always' },
  supportAnswered: { mail: 'chosen', page: 'none' },
  apiKeyMade: { mail: 'always', page: 'always' },
  productBack: { mail: 'chosen', page: 'always' },
  // Each order has a mail of its own.
  standingOrderPlaced: { mail: 'none', page: 'always' },
  standingOrderEnded: { mail: 'chosen', page: 'always' },
  /**
   * Of products that a buyer has in the cart or in a standing order, or has ordered within 90 days, when the shop lowers
   * the price; by mail and Telegram only the first of a day.
   */
  priceDown: { mail: 'chosen', page: 'always' },
  /** Coupons that name the buyer, three days before. */
  couponEnding: { mail: 'chosen', page: 'always' },
  /** Somebody else may have asked. */
  payoutRequested: { mail: 'always', page: 'always' },
  payoutApproved: { mail: 'chosen', page: 'always' },
  payoutPaid: { mail: 'chosen', page: 'always' },
  payoutRejected: { mail: 'chosen', page: 'always' },
  /** Somebody else may have signed. */
  payoutWalletConfirmed: { mail: 'always', page: 'always' },
  agentAccepted: { mail: 'chosen', page: 'always' },
  agentRefused: { mail: 'chosen', page: 'always' },
  webhookOff: { mail: 'chosen', page: 'always' },
  signedInElsewhere: { mail: 'always', page: 'always' },
  telegramLinked: { mail: 'always', page: 'always' },

  alarmRaised: { mail: 'always', page: 'always', staff: 'office' },
  proposalWaiting: { mail: 'chosen', page: 'always', staff: 'office' },
  depositHeld: { mail: 'chosen', page: 'always', staff: 'deposit.assign' },
  depositUnmatched: { mail: 'asked', page: 'always', staff: 'deposit.assign' },
  claimOpened: { mail: 'asked', page: 'always', staff: 'claim.settle' },
  supportAsked: { mail: 'asked', page: 'always', staff: 'support.answer' },
  /** To the colleague whom somebody else gave it to. */
  supportAssigned: { mail: 'asked', page: 'always', staff: 'support.answer' },
  reportReceived: { mail: 'chosen', page: 'always', staff: 'report.settle' },
  payoutWaiting: { mail: 'chosen', page: 'always', staff: 'agent.payout' },
  agentAsked: { mail: 'asked', page: 'always', staff: 'agent.write' },
  shopWebhookOff: { mail: 'chosen', page: 'always', staff: 'settings.write' },
} as const satisfies Record<string, Row>;

export const NOTICE_EVENTS = Object.keys(NOTICES) as (keyof typeof NOTICES)[];
const NoticeEvent = z.enum(NOTICE_EVENTS as [keyof typeof NOTICES, ...(keyof typeof NOTICES)[]]);
export type NoticeEvent = z.infer<typeof NoticeEvent>;
export type StaffEvent = {
  [Event in NoticeEvent]: (typeof NOTICES)[Event] extends { staff: string } ? Event : never;
}[NoticeEvent];

/** Whether it tells of work in the back office. */
export const isStaffEvent = (event: NoticeEvent): event is StaffEvent => 'staff' in NOTICES[event];

export const NOTICE_WAYS = ['page', 'mail', 'telegram'] as const;
const NoticeWay = z.enum(NOTICE_WAYS);
export type NoticeWay = z.infer<typeof NoticeWay>;

/** Whether an event is told that way until its reader chooses otherwise; null where it never is. */
export function toldBy(event: NoticeEvent, way: NoticeWay): boolean | null {
  if (way === 'telegram') return true;
  const kind = NOTICES[event][way];
  return kind === 'none' ? null : kind !== 'asked';
}

/** Whether a reader may choose: what tells of an intruder always comes, and users' own list lacks only what they ask for. */
export const mayChoose = (event: NoticeEvent, way: NoticeWay): boolean =>
  NOTICES[event].mail !== 'always' &&
  toldBy(event, way) !== null &&
  (way !== 'page' || isStaffEvent(event) || NOTICES[event].page === 'asked');

/** Worded in the caller's language. */
export const Notice = z.object({
  id: Id,
  event: NoticeEvent,
  title: z.string(),
  lines: z.array(z.string()),
  /** What a person of the shop wrote to it. */
  quote: z.nullable(z.string()),
  /** Of the page that it is about. */
  path: z.string(),
  created_at: Time,
  is_read: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

const Choice = z.object({
  event: NoticeEvent,
  /** It tells of work in the back office. */
  is_staff: z.boolean(),
  by_page: z.boolean(),
  by_mail: z.boolean(),
  /** Once Telegram is linked. */
  by_telegram: z.boolean(),
  /** The ways that can be switched on and off. */
  ways: z.array(NoticeWay),
  /** False for what is always mailed. */
  can_be_switched: z.boolean(),
});

const Unread = z.object({ unread: z.int() });

const TelegramLink = z.object({
  /** The name of the shop's bot, without @; null if there is none or it was not reached yet. */
  bot: z.nullable(z.string()),
  /** How Telegram names whoever linked it; null while it is not linked. */
  linked_to: z.nullable(z.string()),
  linked_at: z.nullable(Time),
});

const Language = z.enum(LANGUAGES);
const OwnText = z.object({ subject: line(150, 1), body: paragraphs(2_000, 1) });
const NoticeText = z.object({
  event: NoticeEvent,
  language: Language,
  subject: z.string(),
  /** Paragraphs, with an empty line between them. */
  body: z.string(),
  /** Null while the built-in text applies. */
  updated_at: z.nullable(Time),
  /** The placeholders without which it is refused, and the others that it may have. */
  needed: z.array(z.string()),
  allowed: z.array(z.string()),
});
const EventParams = z.object({ event: NoticeEvent });

export const noticesEndpoints = endpoints({
  listNotices: {
    access: 'user',
    summary:
      'What the shop has told the caller in the last 90 days, newest first, and how much of it is unread',
    query: z.object(pageQuery),
    data: z.extend(page(Notice), {
      unread: z.int(),
      /** Up to which notice this page goes, also where that one tells of something that is gone. */
      newest: z.nullable(Id),
    }),
  },
  markNoticesRead: {
    access: 'user',
    summary: 'Mark notices up to that one as read',
    body: z.object({ up_to: Id }),
    data: Unread,
  },
  listNoticeChoices: {
    access: 'user',
    summary: 'What the caller is told of on the page, by e-mail and by Telegram',
    data: z.object({ items: z.array(Choice) }),
  },
  setNoticeChoice: {
    access: 'user',
    summary: 'Switch one kind of notice on or off, on the ways that are named',
    body: z.object({
      event: NoticeEvent,
      by_page: z.optional(z.boolean()),
      by_mail: z.optional(z.boolean()),
      by_telegram: z.optional(z.boolean()),
    }),
    data: Choice,
  },
  readTelegramLink: {
    access: 'user',
    summary: 'Whether the caller has linked Telegram, and which bot it is linked with',
    data: TelegramLink,
  },
  createTelegramCode: {
    access: 'user',
    freshCode: true,
    perMinute: 10,
    summary: 'Make the code by which the caller links Telegram; it ends the one before, and itself soon',
    data: z.object({
      code: z.string(),
      /** Opens the bot with the code. */
      url: z.string(),
      expires_at: Time,
    }),
  },
  deleteTelegramLink: {
    access: 'user',
    summary: 'Unlink Telegram: nothing more is sent there',
    data: TelegramLink,
  },
  listNoticeTexts: {
    summary: 'What notices say in a language, with the placeholders that each fills in',
    query: z.object({ language: Language }),
    data: z.object({ items: z.array(NoticeText) }),
  },
  replaceNoticeText: {
    freshCode: true,
    summary:
      'Replace what a notice says in a language, such as {amount} credited; without a text the built-in one is back',
    params: EventParams,
    body: z.object({ language: Language, text: z.optional(OwnText) }),
    data: NoticeText,
  },
});
