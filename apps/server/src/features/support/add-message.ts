import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockConversation, noteMessage } from './conversations.sql.ts';
import { countSent, findMessage, insertMessage, type AnsweredRow } from './messages.sql.ts';
import { openConversation } from './open-conversation.ts';
import type { Side } from './support.tables.ts';
import { tellSupport } from './tell-support.ts';

export type NewMessage = {
  readonly userId: bigint;
  readonly sender: Side;
  readonly answeredBy: bigint | null;
  readonly content: { readonly text: string } | { readonly image: string };
};

const DAY_MS = 86_400_000;
/** More in a day helps nobody, and images fill the disk. The shop's own side has no limit. */
const MOST_A_DAY = { texts: 300, images: 30 };

/** Puts a message at the end of the user's conversation and tells both sides. */
export async function addMessage(ctx: Ctx, message: NewMessage): Promise<AnsweredRow> {
  const { userId, sender, answeredBy, content } = message;
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await openConversation(step, userId);
    // Ids of one conversation are given in the order in which they are committed.
    await lockConversation(db, userId);
    if (sender === 'user') await refuseFlood(step, message);
    const messageId = await insertMessage(db, {
      user_id: userId,
      sender,
      answered_by: answeredBy,
      text: null,
      image: null,
      ...content,
      created_at: clock.now(),
    });
    const conversation = await noteMessage(db, { userId, sender, messageId });
    const row = (await findMessage(db, messageId))!;
    await tellSupport(step, conversation, row);
    return row;
  });
}

async function refuseFlood({ db, clock }: Ctx, { userId, content }: NewMessage): Promise<void> {
  const sent = await countSent(db, userId, new Date(clock.now().getTime() - DAY_MS));
  const kind = 'text' in content ? 'texts' : 'images';
  if (sent[kind] >= MOST_A_DAY[kind]) refuse('tooManyTries', `${kind} in a day`);
}
