import type { Ctx } from '../../platform/context.ts';
import { listPermissionHolders } from '../users/index.ts';
import type { ConversationRow } from './conversations.sql.ts';
import type { MessageRow } from './messages.sql.ts';
import { presentMessage } from './support.present.ts';

/**
 * Pushes the state of a conversation to the user's pages and to those of every admin who may read it. `message` is the
 * new one; null where messages were read.
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
