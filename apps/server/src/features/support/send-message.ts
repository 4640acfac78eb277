import type { AnsweredMessage, SupportMessage } from '@portside/contract';
import { requireAction, requireUser, type Actor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { addMessage, type NewMessage } from './add-message.ts';
import { presentAnswered, presentMessage } from './support.present.ts';

type Content = NewMessage['content'];

/** The caller writes to the shop. Refuses more than a day's measure (tooManyTries). */
export async function sendSupportMessage(ctx: Ctx, content: Content): Promise<SupportMessage> {
  const { userId } = requireUser(ctx.actor);
  return presentMessage(await addMessage(ctx, { userId, sender: 'user', answeredBy: null, content }));
}

/** The shop writes to a user. Refuses an unknown one (notFound). */
export async function answerUser(ctx: Ctx, userId: bigint, content: Content): Promise<AnsweredMessage> {
  requireAction(ctx.actor, 'support.answer');
  return inTransaction(ctx, async (step) => {
    const row = await addMessage(step, {
      userId,
      sender: 'shop',
      answeredBy: adminOf(step.actor),
      content,
    });
    await recordAudit(step, {
      action: 'support.answer',
      subject: `user:${userId}`,
      after: { message: row.id },
    });
    return presentAnswered(row);
  });
}

const adminOf = (actor: Actor): bigint | null => (actor.kind === 'user' ? actor.userId : null);
