import type { Data, Input } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { listMessages } from './messages.sql.ts';
import { presentMessage } from './support.present.ts';

/** A page of a user's conversation as they see it, newest first. */
export async function readMessages(
  db: Db,
  userId: bigint,
  { cursor, limit }: Input<'listSupportMessages'>['query'],
): Promise<Data<'listMessagesWhileBlocked'>> {
  const place = { before: readIdCursor(cursor), limit: limit + 1 };
  const { shown, nextCursor } = cutPage(await listMessages(db, userId, place), limit);
  return { items: shown.map(presentMessage), next_cursor: nextCursor, total: null };
}
