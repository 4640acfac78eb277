import type { Generated } from 'kysely';

export type SupportConversationsTable = {
  /** One a user. */
  user_id: bigint;
  /** What the user quotes elsewhere to be found. */
  reference: string;
  /** Null until somebody has written. */
  last_message_id: bigint | null;
  /** The last message that each side has read, and how many of the other side came after it. */
  read_by_user: Generated<bigint>;
  read_by_shop: Generated<bigint>;
  unread_by_user: Generated<number>;
  unread_by_shop: Generated<number>;
  created_at: Date;
};

export type Side = 'user' | 'shop';

/** Either a text or an image. */
export type SupportMessagesTable = {
  id: Generated<bigint>;
  user_id: bigint;
  sender: Side;
  /** Which admin wrote for the shop; null where the shop itself did. */
  answered_by: bigint | null;
  text: string | null;
  /** The name under which the image is kept. */
  image: string | null;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    support_conversations: SupportConversationsTable;
    support_messages: SupportMessagesTable;
  }
}
