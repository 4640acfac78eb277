import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

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
