import { listPermissionHolders } from '../approvals/index.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { NoticeWay } from '@portside/contract/notices/notices';
import type { SupportMessage, AnsweredMessage, Conversation } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  lockConversation,
  type ConversationSide,
  findMessage,
  type AnsweredRow,
  findConversation,
  type ConversationRow,
  type MessageRow,
} from './support.sql.ts';
import { newShortCode } from '../../platform/tokens.ts';
import { notifyStaff, type Told } from '../notices/index.ts';
import { findUser } from '../users/index.ts';
import type { InboxRow } from './support.sql.ts';

export type NewMessage = {
  readonly userId: bigint;
  readonly sender: ConversationSide;
  readonly answeredBy: bigint | null;
  readonly content: { readonly text: string } | { readonly image: string };
};

/** Per user and day. The shop's side has no limit. */
const MAX_PER_DAY = { text: 300, image: 30 };

/**
 * Appends a message to the user's conversation and pushes it to both sides. Refuses an unknown user (notFound) and
 * more messages than a user may send in a day (tooManyTries).
 */
export async function addMessage(ctx: Ctx, message: NewMessage): Promise<AnsweredRow> {
  const { userId, sender, answeredBy, content } = message;
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await openConversation(step, userId);
    // The lock makes the message ids of a conversation follow the order of commits.
    await lockConversation(db, userId);
    if (sender === 'user') await refuseFlood(step, message);
    const { id: messageId } = await db
      .insertInto('support_messages')
      .values({
        user_id: userId,
        sender,
        answered_by: answeredBy,
        text: null,
        image: null,
        image_deleted_at: null,
        ...content,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const unread = sender === 'user' ? 'unread_by_shop' : 'unread_by_user';
    const conversation = await db
      .updateTable('support_conversations')
      .set((is) => ({ last_message_id: messageId, [unread]: is(unread, '+', 1) }))
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirstOrThrow();
    const row = (await findMessage(db, messageId))!;
    await publishConversation(step, conversation, row);
    if (sender === 'user') await notifyOfMessage(step, conversation, messageId);
    return row;
  });
}

/** Tells the colleague who has taken the conversation, else everybody who may answer. */
async function notifyOfMessage(
  ctx: Ctx,
  { user_id: userId, assigned_to: assignee, unread_by_shop: unread }: ConversationRow,
  reference: bigint,
): Promise<void> {
  const colleagues = await listPermissionHolders(ctx.db, 'support.answer');
  const to = assignee !== null && colleagues.includes(assignee) ? [assignee] : colleagues;
  const again = { about: `user:${userId}`, isCovered: unread > 1 };
  await notifyStaff(ctx, { event: 'supportAsked', reference, ...again, to });
}

/** What tells staff of a message; null once the conversation was read or answered. */
export async function readSupportAsked(ctx: Ctx, messageId: bigint, way: NoticeWay): Promise<Told | null> {
  const message = await findMessage(ctx.db, messageId);
  const user = message && (await findUser(ctx.db, message.user_id));
  const conversation = user && (await findConversation(ctx.db, user.id));
  if (!conversation || (way !== 'page' && conversation.unread_by_shop === 0)) return null;
  const facts = { user: user.username };
  return { event: 'supportAsked', facts, path: `/admin/support?user=${user.id}` };
}

/** Appends what a user sends, as `addMessage` does. */
export const addUserMessage = async (
  ctx: Ctx,
  userId: bigint,
  content: NewMessage['content'],
): Promise<SupportMessage> =>
  presentMessage(await addMessage(ctx, { userId, sender: 'user', answeredBy: null, content }));

async function refuseFlood({ db, clock }: Ctx, { userId, content }: NewMessage): Promise<void> {
  const kind = 'text' in content ? 'text' : 'image';
  const { sent } = await db
    .selectFrom('support_messages')
    .select(({ fn }) => fn.count<bigint>(kind).as('sent'))
    .where('user_id', '=', userId)
    .where('sender', '=', 'user')
    .where('created_at', '>', new Date(clock.now().getTime() - DAY_MS))
    .executeTakeFirstOrThrow();
  if (sent >= MAX_PER_DAY[kind]) refuse('tooManyTries', `${kind}s in a day`);
}

/** A clash of random references is rare; several in a row mean a broken generator. */
const TRIES = 3;

/** The user's conversation, created if necessary. Refuses an unknown user (notFound). */
export async function openConversation({ db, clock }: Ctx, userId: bigint): Promise<ConversationRow> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const known = await findConversation(db, userId);
    if (known) return known;
    if (attempt === 1 && !(await findUser(db, userId))) return refuse('notFound');
    const created = await db
      .insertInto('support_conversations')
      .values({ user_id: userId, reference: newShortCode(), last_message_id: null, created_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (created) return created;
  }
  throw new Error('no free reference was found');
}

/**
 * Pushes the state of a conversation to the user's pages and to those of every admin who may read it. `message` is the
 * new one; null if messages were read.
 */
export async function publishConversation(
  { db, live }: Ctx,
  conversation: ConversationRow,
  message: MessageRow | null,
): Promise<void> {
  const { user_id: userId, unread_by_user, unread_by_shop } = conversation;
  live.publish({
    to: userId,
    name: 'support',
    data: { unread: unread_by_user, message: message && presentMessage(message) },
  });
  const data = { user_id: userId.toString(), unread: unread_by_shop };
  for (const to of await listPermissionHolders(db, 'support.read'))
    live.publish({ to, name: 'conversation', data });
}

/** A message as the user sees it, without the admin's name. */
export const presentMessage = (row: MessageRow): SupportMessage => ({
  id: row.id.toString(),
  from: row.sender,
  text: row.image_deleted_at === null ? row.text : null,
  has_image: row.image !== null || row.image_deleted_at !== null,
  image_deleted: row.image_deleted_at !== null,
  created_at: row.created_at.toISOString(),
});

export const presentAnswered = (row: AnsweredRow): AnsweredMessage => ({
  ...presentMessage(row),
  answered_by: row.admin,
});

/** As `inState` of the inbox finds it. */
function stateOf({ closed_through: closed, last_message_id: id, last }: InboxRow): Conversation['state'] {
  if (closed !== null && id !== null && closed >= id) return 'closed';
  return last?.sender === 'shop' ? 'waiting' : 'open';
}

export const presentConversation = (row: InboxRow): Conversation => ({
  user: { id: row.user_id.toString(), username: row.username, email: row.email, status: row.status },
  reference: row.reference,
  unread: row.unread_by_shop,
  last_message: row.last && presentMessage(row.last),
  state: stateOf(row),
  assigned_to:
    row.assigned_to === null || row.assignee === null
      ? null
      : { id: row.assigned_to.toString(), username: row.assignee },
});
