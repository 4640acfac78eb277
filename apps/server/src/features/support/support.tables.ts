import type { Generated } from 'kysely';

export type SupportConversationsTable = {
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
export type SupportMessagesTable = {
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
