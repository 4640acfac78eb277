import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { ConversationSide, SupportConversationsTable } from './support.tables.ts';

export type ConversationRow = Selectable<SupportConversationsTable>;

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
