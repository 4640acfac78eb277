import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Data, Input, SupportMessage } from '@portside/contract';
import { addressBlock } from '../../platform/ip-address.ts';
import { requireBlocked } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { utcDay } from '../../platform/clock.ts';
import { addUserMessage } from './add-message.ts';
import { readMessages } from './read-support.ts';

/** A day (UTC); an office of buyers may share a network. */
const MOST_OF_USER = 20;
const MOST_OF_NETWORK = 60;

/** The messages of a blocked user's conversation, newest first. Images are named only: nothing opens them. */
export async function listMessagesWhileBlocked(
  { actor, db }: Ctx,
  { query }: Input<'listMessagesWhileBlocked'>,
): Promise<Data<'listMessagesWhileBlocked'>> {
  const { userId } = requireBlocked(actor);
  return readMessages(db, userId, query);
}

/**
 * Adds a blocked user's text to their conversation with the shop, where admins see and answer it as any other. Refuses
 * more than the daily limit of the user or the network (tooManyTries).
 */
export async function sendMessageWhileBlocked(
  ctx: Ctx,
  { body }: Input<'sendMessageWhileBlocked'>,
): Promise<SupportMessage> {
  const { userId } = requireBlocked(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const day = utcDay(step.clock.now());
    const network = addressBlock(step.address);
    const sent = await countBlockedMessage(step.db, { day, userId, network });
    if (sent.ofUser > MOST_OF_USER) refuse('tooManyTries', 'messages of a blocked user in a day');
    if (sent.ofNetwork > MOST_OF_NETWORK)
      refuse('tooManyTries', 'messages of blocked users from a network in a day');
    return addUserMessage(step, userId, body);
  });
}

/**
 * Adds a message to the day's counts of its user and network; the counts afterwards. Others who add wait until the
 * transaction ends.
 */
async function countBlockedMessage(
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
