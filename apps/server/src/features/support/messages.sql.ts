import type { Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { ConversationSide, SupportMessagesTable } from './support.tables.ts';

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
