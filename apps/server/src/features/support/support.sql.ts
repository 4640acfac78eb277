import type { UserStatus } from '@portside/contract';
import { type Generated, type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type SupportConversationsTable = {
  /** Each user has one conversation. */
  user_id: bigint;
  /** The support ID that the user quotes in other channels. */
  reference: string;
  /** Null before the first message. */
  last_message_id: bigint | null;
  /** The last message that each side has read, and how many messages of the other side came after it. */
  read_by_user: Generated<bigint>;
  read_by_shop: Generated<bigint>;
  unread_by_user: Generated<number>;
  unread_by_shop: Generated<number>;
  created_at: Date;
};

export type ConversationSide = 'user' | 'shop';

/** Either a text or an image. */
type SupportMessagesTable = {
  id: Generated<bigint>;
  user_id: bigint;
  sender: ConversationSide;
  /** The admin who wrote for the shop; null for the system or the user. */
  answered_by: bigint | null;
  text: string | null;
  /** The image's file name (`Uploads`). */
  image: string | null;
  /** Set where the image was deleted after its time; the text is empty then. */
  image_deleted_at: Generated<Date | null>;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    support_conversations: SupportConversationsTable;
    support_messages: SupportMessagesTable;
  }
}

export type ConversationRow = Selectable<SupportConversationsTable>;

/** A conversation with its user and last message. */
export type InboxRow = ConversationRow & {
  readonly username: string;
  readonly email: string;
  readonly status: UserStatus;
  readonly last: MessageRow | null;
};

export const findConversation = (db: Db, userId: bigint): Promise<ConversationRow | undefined> =>
  db.selectFrom('support_conversations').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Undefined where the user already has one, or the reference is taken. */
export const insertConversation = (
  db: Db,
  conversation: Pick<ConversationRow, 'user_id' | 'reference' | 'created_at'>,
): Promise<ConversationRow | undefined> =>
  db
    .insertInto('support_conversations')
    .values({ ...conversation, last_message_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Locks the conversation until the transaction ends. */
export const lockConversation = (db: Db, userId: bigint): Promise<ConversationRow | undefined> =>
  db
    .selectFrom('support_conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

/** Makes the message the last one and counts it as unread by the other side. */
export const updateLastMessage = (
  db: Db,
  { userId, sender, messageId }: { userId: bigint; sender: ConversationSide; messageId: bigint },
): Promise<ConversationRow> =>
  db
    .updateTable('support_conversations')
    .set((is) => ({
      last_message_id: messageId,
      ...(sender === 'user'
        ? { unread_by_shop: is('unread_by_shop', '+', 1) }
        : { unread_by_user: is('unread_by_user', '+', 1) }),
    }))
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();

export const setRead = (
  db: Db,
  {
    userId,
    reader,
    readTo,
    unread,
  }: { userId: bigint; reader: ConversationSide; readTo: bigint; unread: number },
): Promise<ConversationRow> =>
  db
    .updateTable('support_conversations')
    .set(
      reader === 'user'
        ? { read_by_user: readTo, unread_by_user: unread }
        : { read_by_shop: readTo, unread_by_shop: unread },
    )
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();

export type MessageRow = Selectable<SupportMessagesTable>;

/** With the name of the admin who wrote it; null for none. */
export type AnsweredRow = MessageRow & { readonly admin: string | null };

const selectAnswered = (db: Db) =>
  db
    .selectFrom('support_messages')
    .leftJoin('users as admin', 'admin.id', 'support_messages.answered_by')
    .selectAll('support_messages')
    .select('admin.username as admin');

/** Newest first; `before` limits them to smaller ids. */
export const listMessages = (
  db: Db,
  userId: bigint,
  { before, limit }: { readonly before: bigint | undefined; readonly limit: number },
): Promise<AnsweredRow[]> =>
  selectAnswered(db)
    .where('support_messages.user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('support_messages.id', '<', before!))
    .orderBy('support_messages.id', 'desc')
    .limit(limit)
    .execute();

export const findMessage = (db: Db, id: bigint): Promise<AnsweredRow | undefined> =>
  selectAnswered(db).where('support_messages.id', '=', id).executeTakeFirst();

export async function insertMessage(db: Db, message: Omit<MessageRow, 'id'>): Promise<bigint> {
  const { id } = await db
    .insertInto('support_messages')
    .values(message)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The number of messages from one side after that message. */
export async function countAfter(
  db: Db,
  userId: bigint,
  { sender, after }: { readonly sender: ConversationSide; readonly after: bigint },
): Promise<number> {
  const { count } = await db
    .selectFrom('support_messages')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('sender', '=', sender)
    .where('id', '>', after)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The numbers of texts and of images that the user has sent since then. */
export async function countSentSince(
  db: Db,
  userId: bigint,
  since: Date,
): Promise<{ texts: number; images: number }> {
  const { texts, images } = await db
    .selectFrom('support_messages')
    .select(({ fn }) => [fn.count<bigint>('text').as('texts'), fn.count<bigint>('image').as('images')])
    .where('user_id', '=', userId)
    .where('sender', '=', 'user')
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return { texts: Number(texts), images: Number(images) };
}

/**
 * Adds a message to the day's counts of its user and network; the counts afterwards. Others who add wait until the
 * transaction ends.
 */
export async function countBlockedMessage(
  db: Db,
  { day, userId, network }: { readonly day: string; readonly userId: bigint; readonly network: string },
): Promise<{ ofUser: number; ofNetwork: number }> {
  const [user, net] = [`user ${userId}`, `network ${network}`];
  const { rows } = await sql<{ sender: string; messages: number }>`
    insert into blocked_messages (day, sender, messages)
    values (${day}::date, ${net}, 1), (${day}::date, ${user}, 1)
    on conflict (day, sender) do update set messages = blocked_messages.messages + 1
    returning sender, messages`.execute(db);
  const of = (sender: string): number => rows.find((row) => row.sender === sender)!.messages;
  return { ofUser: of(user), ofNetwork: of(net) };
}

export async function deleteBlockedMessagesBefore(db: Db, day: string): Promise<void> {
  await sql`delete from blocked_messages where day < ${day}::date`.execute(db);
}
