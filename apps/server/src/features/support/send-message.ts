import type { AnsweredMessage, SupportMessage } from '@portside/contract';
import { requireAction, requireUser, type Actor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Image } from '../../platform/uploads/image.ts';
import { storeUpload } from '../../platform/uploads/uploads.ts';
import { takeImage } from './take-image.ts';
import { mailAnswerIfBlocked } from './answer-mail.ts';
import { addMessage, addUserMessage, type NewMessage } from './add-message.ts';
import { presentAnswered } from './support.present.ts';

type Content = NewMessage['content'];

/** Sends the caller's message to the shop. Refuses more than the daily limit (tooManyTries). */
export async function sendSupportMessage(ctx: Ctx, content: Content): Promise<SupportMessage> {
  const { userId } = requireUser(ctx.actor);
  return addUserMessage(ctx, userId, content);
}

/** Sends the shop's message to a user, by e-mail too where they are blocked. Refuses an unknown user (notFound). */
export async function answerConversation(
  ctx: Ctx,
  userId: bigint,
  content: Content,
): Promise<AnsweredMessage> {
  requireAction(ctx.actor, 'support.answer');
  return inTransaction(ctx, async (step) => {
    const row = await addMessage(step, {
      userId,
      sender: 'shop',
      answeredBy: adminOf(step.actor),
      content,
    });
    await mailAnswerIfBlocked(step, row);
    await recordAudit(step, {
      action: 'support.answer',
      subject: `user:${userId}`,
      after: { message: row.id },
    });
    return presentAnswered(row);
  });
}

/** `sendSupportMessage` with an image, which is not stored where it (`takeImage`) or the message is refused. */
export const sendSupportImage = (ctx: Ctx, image: Image): Promise<SupportMessage> =>
  inTransaction(ctx, async (step) => sendSupportMessage(step, { image: await takeImage(step, image) }));

/** `answerConversation` with an image, which is not stored where the message is refused. */
export const answerWithImage = (
  ctx: Ctx,
  { userId, image }: { readonly userId: bigint; readonly image: Image },
): Promise<AnsweredMessage> =>
  inTransaction(ctx, async (step) =>
    answerConversation(step, userId, { image: await storeUpload(step.db, image) }),
  );

const adminOf = (actor: Actor): bigint | null => (actor.kind === 'user' ? actor.userId : null);
