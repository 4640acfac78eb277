import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export const supportImages = { table: 'support_messages', column: 'image' } as const;

/** Whether the user has ordered or paid anything: people whom it costs something to be here. */
export async function hasBought(db: Db, userId: bigint): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders where user_id = ${userId})
      or exists (select from recharges where user_id = ${userId} and credited_micro > 0) as found`.execute(
    db,
  );
  return rows[0]!.found;
}

type Ends = {
  /** Conversations whose last message is older are over; those of closed profiles sooner. */
  readonly quietSince: Date;
  readonly closedSince: Date;
};

/** Lets go of the images of conversations that are over: the messages stay, each with when its image was deleted. */
export async function expireConversationImages(
  db: Db,
  { quietSince, closedSince }: Ends,
  now: Date,
): Promise<void> {
  await sql`
    update support_messages message set image = null, text = '', image_deleted_at = ${now}
    from support_conversations one
    join users on users.id = one.user_id
    join support_messages last on last.id = one.last_message_id
    where message.user_id = one.user_id and message.image is not null
      and last.created_at < case users.status when 'closed' then ${closedSince}::timestamptz
        else ${quietSince}::timestamptz end`.execute(db);
}
