import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { newShortCode } from '../../platform/short-code.ts';
import { findUser } from '../users/index.ts';
import { findConversation, insertConversation, type ConversationRow } from './conversations.sql.ts';

/** A second clash of references in a row would be a broken generator. */
const TRIES = 3;

/** The user's conversation, begun where there was none. Refuses an unknown user (notFound). */
export async function openConversation({ db, clock }: Ctx, userId: bigint): Promise<ConversationRow> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const known = await findConversation(db, userId);
    if (known) return known;
    if (attempt === 1 && !(await findUser(db, userId))) return refuse('notFound');
    const begun = await insertConversation(db, {
      user_id: userId,
      reference: newShortCode(),
      created_at: clock.now(),
    });
    if (begun) return begun;
  }
  throw new Error('no free reference was found');
}
