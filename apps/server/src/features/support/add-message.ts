import type { SupportMessage } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockConversation, updateLastMessage } from './conversations.sql.ts';
import { countSentSince, findMessage, insertMessage, type AnsweredRow } from './messages.sql.ts';
import { openConversation } from './open-conversation.ts';
import { presentMessage } from './support.present.ts';
import type { ConversationSide } from './support.tables.ts';
import { publishConversation } from './publish-conversation.ts';

export type NewMessage = {
  readonly userId: bigint;
  readonly sender: ConversationSide;
  readonly answeredBy: bigint | null;
  readonly content: { readonly text: string } | { readonly image: string };
};

const DAY_MS = 86_400_000;
/** Per user and day. The shop's side has no limit. */
const MAX_PER_DAY = { texts: 300, images: 30 };

/**
 * Appends a message to the user's conversation and pushes it to both sides. Refuses an unknown user (notFound) and
 * more messages than a user may send in a day (tooManyTries).
 */
export async function addMessage(ctx: Ctx, message: NewMessage): Promise<AnsweredRow> {
  const { userId, sender, answeredBy, content } = message;
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await openConversation(step, userId);
    // The lock makes the message ids of a conversation follow the order of commits.
    await lockConversation(db, userId);
    if (sender === 'user') await refuseFlood(step, message);
    const messageId = await insertMessage(db, {
      user_id: userId,
      sender,
      answered_by: answeredBy,
      text: null,
      image: null,
      image_deleted_at: null,
      ...content,
      created_at: clock.now(),
    });
    const conversation = await updateLastMessage(db, { userId, sender, messageId });
    const row = (await findMessage(db, messageId))!;
    await publishConversation(step, conversation, row);
    return row;
  });
}

/** Appends what a user sends, as `addMessage` does. */
export const addUserMessage = async (
  ctx: Ctx,
  userId: bigint,
  content: NewMessage['content'],
): Promise<SupportMessage> =>
  presentMessage(await addMessage(ctx, { userId, sender: 'user', answeredBy: null, content }));

async function refuseFlood({ db, clock }: Ctx, { userId, content }: NewMessage): Promise<void> {
  const sent = await countSentSince(db, userId, new Date(clock.now().getTime() - DAY_MS));
  const kind = 'text' in content ? 'texts' : 'images';
  if (sent[kind] >= MAX_PER_DAY[kind]) refuse('tooManyTries', `${kind} in a day`);
}
