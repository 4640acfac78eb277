import type { UserStatus } from '@portside/contract';
import type { Generated, Selectable } from 'kysely';
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
  /** The answer whose e-mail went to the user last, the last answer in it, and when. */
  mailed_for: Generated<bigint | null>;
  mailed_through: Generated<bigint | null>;
  mailed_at: Generated<Date | null>;
  /** Who of the shop looks after it. */
  assigned_to: Generated<bigint | null>;
  /** Closed up to this message: the next one opens it. */
  closed_through: Generated<bigint | null>;
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
  /** Set if the image was deleted after its time; the text is empty then. */
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
  readonly assignee: string | null;
  readonly last: MessageRow | null;
};

export const findConversation = (db: Db, userId: bigint): Promise<ConversationRow | undefined> =>
  db.selectFrom('support_conversations').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Locks the conversation until the transaction ends. */
export const lockConversation = (db: Db, userId: bigint): Promise<ConversationRow | undefined> =>
  db
    .selectFrom('support_conversations')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();

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
