import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { newShortCode } from '../../platform/short-code.ts';
import { findUser } from '../users/index.ts';
import { findConversation, insertConversation, type ConversationRow } from './conversations.sql.ts';

/** A clash of random references is rare; several in a row mean a broken generator. */
const TRIES = 3;

/** The user's conversation, created if necessary. Refuses an unknown user (notFound). */
export async function openConversation({ db, clock }: Ctx, userId: bigint): Promise<ConversationRow> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const known = await findConversation(db, userId);
    if (known) return known;
    if (attempt === 1 && !(await findUser(db, userId))) return refuse('notFound');
    const created = await insertConversation(db, {
      user_id: userId,
      reference: newShortCode(),
      created_at: clock.now(),
    });
    if (created) return created;
  }
  throw new Error('no free reference was found');
}
