import type { AnsweredMessage, Conversation, SupportMessage } from '@portside/contract';
import type { InboxRow } from './inbox.sql.ts';
import type { AnsweredRow, MessageRow } from './messages.sql.ts';

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

export const presentConversation = (row: InboxRow): Conversation => ({
  user: { id: row.user_id.toString(), username: row.username, email: row.email, status: row.status },
  reference: row.reference,
  unread: row.unread_by_shop,
  last_message: row.last && presentMessage(row.last),
});
