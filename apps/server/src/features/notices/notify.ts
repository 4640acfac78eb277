import {
  isStaffEvent,
  mayChoose,
  NOTICE_EVENTS,
  NOTICES,
  toldBy,
  type NoticeEvent,
  type NoticeWay,
  type StaffEvent,
} from '@portside/contract/notices/notices';
import type { NoticeFacts } from '@portside/contract/notices/notice-texts';
import { sql, type ColumnType, type Generated, type RawBuilder } from 'kysely';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { MailRenderer } from '../../platform/mail/mailer.ts';
import { queueMails, type QueueOptions } from '../../platform/mail/outbox.sql.ts';
import { listPermissionHolders } from '../approvals/index.ts';
import { writeShopLetter } from '../settings/index.ts';
import { findUser, findUserByEmail } from '../users/index.ts';
import { readOwnTexts, wordNotice } from './own-texts.ts';

type NoticesTable = {
  id: Generated<bigint>;
  user_id: bigint;
  event: NoticeEvent;
  reference: bigint;
  facts: ColumnType<unknown, string | null, never>;
  about: string | null;
  is_listed: boolean;
  created_at: Date;
  read_at: Date | null;
};

type NoticeChoicesTable = { user_id: bigint; event: NoticeEvent; way: NoticeWay; is_on: boolean };

declare module '../../platform/db/db.ts' {
  interface Database {
    notices: NoticesTable;
    notice_choices: NoticeChoicesTable;
  }
}

/** What a notice says: of one event, with the path of the page that it is about. */
export type Told = {
  [Event in NoticeEvent]: {
    readonly event: Event;
    readonly facts: NoticeFacts[Event];
    readonly path: string;
  } & (Event extends StaffEvent ? unknown : { readonly userId: bigint });
}[NoticeEvent];

/** Reads what a notice says, from what it is about; null for what is gone or was taken back. */
type NoticeReader = (ctx: Ctx, reference: bigint, way: NoticeWay) => Promise<Told | null>;

/** How the features that notices are about read them. */
export type NoticeReaders = Readonly<Record<NoticeEvent, NoticeReader>>;

/** The kind of mail of each event that is mailed. */
export const NOTICE_MAILS = {
  topUpCredited: 'deposit-credited',
  codeRedeemed: 'code-redeemed',
  orderRefunded: 'order-refunded',
  claimRefused: 'claim-refused',
  supportAnswered: 'support-reply',
  signedInElsewhere: 'signed-in-elsewhere',
  productBack: 'product-back',
  standingOrderEnded: 'standing-order-ended',
  priceDown: 'price-down',
  couponEnding: 'coupon-ending',
  payoutRequested: 'payout-requested',
  payoutApproved: 'payout-approved',
  payoutPaid: 'payout-paid',
  payoutRejected: 'payout-rejected',
  payoutWalletConfirmed: 'payout-wallet-confirmed',
  agentAccepted: 'agent-accepted',
  agentRefused: 'agent-refused',
  webhookOff: 'webhook-off',
  apiKeyMade: 'api-key-made',
  telegramLinked: 'telegram-linked',
  alarmRaised: 'alarm',
  proposalWaiting: 'proposal-waiting',
  depositHeld: 'deposit-held',
  depositUnmatched: 'deposit-unmatched',
  claimOpened: 'claim-opened',
  supportAsked: 'support-asked',
  supportAssigned: 'support-assigned',
  reportReceived: 'report-received',
  payoutWaiting: 'payout-waiting',
  agentAsked: 'agent-asked',
  shopWebhookOff: 'shop-webhook-off',
} as const satisfies Partial<Record<NoticeEvent, string>>;

/** Events whose facts stand nowhere else than in the notice. */
type RecordedEvent =
  | 'signedInElsewhere'
  | 'webhookOff'
  | 'telegramLinked'
  | 'shopWebhookOff'
  | 'supportAssigned'
  | 'productBack'
  | 'standingOrderPlaced'
  | 'standingOrderEnded'
  | 'priceDown'
  | 'couponEnding'
  | 'payoutWalletConfirmed';

/** What it is about: one thing, or several at once, each of them told; and what is recorded of it. */
type AboutOf<Event extends NoticeEvent> = Event extends RecordedEvent
  ? { readonly reference: bigint; readonly facts: NoticeFacts[Event] }
  : { readonly reference: bigint | readonly bigint[]; readonly facts?: never };

type News<Events extends NoticeEvent> = {
  /** What the event says more about, if it comes often: the same is told again after five minutes, not before. */
  readonly about?: string | null;
  /** What it tells of goes on since it was told last, so within five minutes that notice is enough. */
  readonly isCovered?: boolean;
  /** On the page only: there was a message of this event lately, and one more would be too many. */
  readonly isQuiet?: boolean;
} & { [Event in Events]: { readonly event: Event } & AboutOf<Event> }[Events];

/**
 * Tells a user something: on the page, live, by mail and by Telegram, as the event and the user have it. Told twice of
 * the same thing, it is told once. Only users who can sign in are told. Call it in the transaction of the event.
 */
export const notify = (
  ctx: Ctx,
  { userId, ...news }: { readonly userId: bigint } & News<Exclude<NoticeEvent, StaffEvent>>,
  options?: QueueOptions,
): Promise<void> => tell(ctx, [userId], news, options);

/**
 * The same for staff: everyone whose role may act on it, or exactly `to`. Call it in the transaction of the event.
 */
export async function notifyStaff(
  ctx: Ctx,
  { to, ...news }: { readonly to?: readonly bigint[] } & News<StaffEvent>,
): Promise<void> {
  await tell(ctx, to ?? (await listPermissionHolders(ctx.db, NOTICES[news.event].staff)), news);
}

const SAME_WITHIN_MS = 5 * MINUTE_MS;

async function tell(
  ctx: Ctx,
  userIds: readonly bigint[],
  { event, reference, about = null, isCovered = false, isQuiet = false, facts }: News<NoticeEvent>,
  options: QueueOptions = {},
): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const since = new Date(now.getTime() - SAME_WITHIN_MS);
  const { rows } = await sql<Reader>`
    select id, email, exists (select from telegram_links link where link.user_id = users.id) as "hasTelegram",
      (select jsonb_object_agg(way, is_on) from notice_choices choice
        where choice.user_id = users.id and choice.event = ${event}) as choices,
      (select max(told.created_at) from notices told where told.event = ${event}
        and told.about = ${about} and told.created_at > ${since} and told.user_id = users.id) as "toldAt"
    from users where id = any(${idArray(userIds)}::bigint[]) and status = 'active'
    order by id`.execute(db);
  // One that is still to be sent tells of this too.
  const readers = rows.filter(({ toldAt }) => toldAt === null || (!isCovered && toldAt <= now));
  const dueAt = ({ toldAt }: Reader): Date =>
    toldAt === null ? (options.dueAt ?? now) : new Date(toldAt.getTime() + SAME_WITHIN_MS);
  const isTold = ({ choices }: Reader, way: NoticeWay): boolean =>
    !(isQuiet && way !== 'page') && isChosen(event, way, choices?.[way]);
  const news = readers.flatMap((reader) => [reference].flat().map((about) => ({ reader, about })));
  const { page } = NOTICES[event];
  // Of what is listed for whoever asked for it, others have no row.
  const hasRow = ({ reader }: (typeof news)[number]): boolean =>
    page === 'always' || (page === 'asked' && isTold(reader, 'page'));
  const told = [...news.filter((one) => !hasRow(one)), ...(await list(news.filter(hasRow)))];
  const kind = NOTICE_MAILS[event as keyof typeof NOTICE_MAILS];
  const mailed = told.filter(({ reader }) => isTold(reader, 'mail'));
  for (const [at, some] of Map.groupBy(mailed, ({ reader }) => dueAt(reader).getTime())) {
    const mails = some.map(({ reader, about: one }) => ({ kind, reference: one, recipient: reader.email }));
    await queueMails(db, mails, now, { ...options, dueAt: new Date(at) });
  }
  const linked = told.filter(({ reader }) => reader.hasTelegram && isTold(reader, 'telegram'));
  const messages = linked.map(({ reader, about: one }) => ({
    event,
    user_id: reader.id,
    reference: one,
    created_at: now,
    next_at: dueAt(reader),
  }));
  if (messages.length > 0) await db.insertInto('telegram_messages').values(messages).execute();

  /** What they were not told of before. */
  async function list(entries: typeof news): Promise<typeof news> {
    if (entries.length === 0) return [];
    const row = { event, about, facts: facts === undefined ? null : JSON.stringify(facts) };
    const added = await db
      .insertInto('notices')
      .values(
        entries.map(({ reader, about: one }) => ({
          ...row,
          // When it is sent: what comes again is counted from there.
          created_at: reader.toldAt === null ? now : dueAt(reader),
          user_id: reader.id,
          reference: one,
          is_listed: isTold(reader, 'page'),
          read_at: isTold(reader, 'page') ? null : now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(['user_id', 'reference'])
      .execute();
    for (const id of new Set(added.map(({ user_id }) => user_id))) await publishUnread(ctx, id);
    const isNew = new Set(added.map((one) => `${one.user_id} ${one.reference}`));
    return entries.filter(({ reader, about: one }) => isNew.has(`${reader.id} ${one}`));
  }
}

/** Of these users, those whom an event reaches that is told on the page to whoever asked for it, and by Telegram. */
export async function findReached(
  db: Db,
  event: NoticeEvent,
  userIds: readonly bigint[],
): Promise<Set<bigint>> {
  if (userIds.length === 0) return new Set();
  const { rows } = await sql<{ id: bigint }>`
    select user_id as id from telegram_links where user_id = any(${idArray(userIds)}::bigint[])
    union select user_id from notice_choices
      where user_id = any(${idArray(userIds)}::bigint[]) and event = ${event} and way = 'page' and is_on`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether an event is told by this way, where a user has chosen so much of it. */
const isChosen = (event: NoticeEvent, way: NoticeWay, choice: boolean | undefined): boolean =>
  (mayChoose(event, way) ? choice : undefined) ?? toldBy(event, way) ?? false;

const STAFF_EVENTS = NOTICE_EVENTS.filter(isStaffEvent);
const STAFF_ACTIONS = STAFF_EVENTS.map((event) => NOTICES[event].staff);

/** Whether an event may be told to a user: of work in the back office only while their role may act on it. */
const mayBeTold = (userId: RawBuilder<unknown>, event: RawBuilder<unknown>) => sql<boolean>`(
  ${event} <> all(${textArray(STAFF_EVENTS)}::text[]) or exists (select from users reader
    join roles on roles.id = reader.role_id
    join unnest(${textArray(STAFF_EVENTS)}::text[], ${textArray(STAFF_ACTIONS)}::text[]) as work (event, action)
      on work.event = ${event}
    where reader.id = ${userId} and reader.status = 'active'
      and (roles.is_owner or work.action = 'office' or work.action = any(roles.actions))))`;

/** Whether the user is told of an event by this way now: they may have chosen otherwise, or left, since it happened. */
export async function isToldNow(
  db: Db,
  userId: bigint,
  event: NoticeEvent,
  way: NoticeWay,
): Promise<boolean> {
  const { rows } = await sql<{ isAllowed: boolean; isOn: boolean | null }>`
    select ${mayBeTold(sql`${userId}::bigint`, sql`${event}::text`)} as "isAllowed",
      (select is_on from notice_choices
        where user_id = ${userId} and event = ${event} and way = ${way}) as "isOn"`.execute(db);
  const { isAllowed, isOn } = rows[0]!;
  return isAllowed && isChosen(event, way, isOn ?? undefined);
}

type Reader = {
  readonly id: bigint;
  readonly email: string;
  readonly hasTelegram: boolean;
  /** What they chose of this event; null: nothing. */
  readonly choices: Readonly<Partial<Record<NoticeWay, boolean>>> | null;
  /** When the same was, or will be, told them last; null if not within five minutes. */
  readonly toldAt: Date | null;
};

/** A number for a notice of one user that holds what it says, and is about nothing that has a number. */
export async function nextReference(db: Db): Promise<bigint> {
  const { rows } = await sql<{ next: bigint }>`select nextval('notice_references') as next`.execute(db);
  return rows[0]!.next;
}

/** Reads notices that hold what they say. */
export const recordedNotice =
  <Event extends RecordedEvent>(event: Event, pathOf: (facts: NoticeFacts[Event]) => string): NoticeReader =>
  async ({ db }, reference) => {
    const row = await db
      .selectFrom('notices')
      .select(['user_id', 'facts'])
      .where('event', '=', event)
      .where('reference', '=', reference)
      .where('facts', 'is not', null)
      .executeTakeFirst();
    if (!row) return null;
    const facts = row.facts as NoticeFacts[Event];
    const whose = isStaffEvent(event) ? {} : { userId: row.user_id };
    return { ...whose, event, facts, path: pathOf(facts) } as Told;
  };

/** Whether its user may read a notice; `isElsewhere`: where the back office does not open. */
export const isReadable = (isElsewhere: boolean) =>
  isElsewhere
    ? sql<boolean>`event <> all(${textArray(STAFF_EVENTS)}::text[])`
    : mayBeTold(sql.ref('notices.user_id'), sql.ref('notices.event'));

const MOST_COUNTED = 100;

/** How many of the user's notices are unread, counted no further than pages show. */
export async function countUnread(db: Db, userId: bigint, isElsewhere = false): Promise<number> {
  const rows = await db
    .selectFrom('notices')
    .select('id')
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where(isReadable(isElsewhere))
    .limit(MOST_COUNTED)
    .execute();
  return rows.length;
}

/** Tells the user's open pages how many are unread. */
export async function publishUnread({ db, live }: Ctx, userId: bigint): Promise<void> {
  const unread = await countUnread(db, userId);
  live.publish({ to: userId, name: 'notices', data: { unread } });
}

/**
 * The mail of a notice, in its reader's language, with a link to what it is about; null where there is nothing to tell,
 * or not to them any more, and where these mails were switched off while it waited.
 */
export const mailNotice =
  (read: NoticeReader): MailRenderer =>
  async (ctx, reference, recipient) => {
    const told = await read(ctx, reference, 'mail');
    if (!told) return null;
    const user =
      'userId' in told ? await findUser(ctx.db, told.userId) : await findUserByEmail(ctx.db, recipient);
    if (!user || !(await isToldNow(ctx.db, user.id, told.event, 'mail'))) return null;
    const ownTexts = await readOwnTexts(ctx.db, user.language);
    return writeShopLetter(ctx, user.language, (siteName) => {
      const { title, lines, quote, link } = wordNotice(told, user.language, ownTexts);
      return {
        subject: `${siteName}: ${title}`,
        blocks: [
          ...lines,
          ...(quote === undefined || quote === '' ? [] : [{ quote }]),
          { button: link, url: new URL(told.path, ctx.publicUrl).href },
        ],
      };
    });
  };
