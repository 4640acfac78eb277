import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import { replaceEmail } from '../../users/index.ts';
import { endOtherSessions } from '../end-sessions.ts';
import { requireCode } from './mailed-codes.ts';
import { countCodeTry, useCode } from './mailed-codes.sql.ts';

/** The kind of the mail that tells the former address. */
export const EMAIL_CHANGED_MAIL = 'email-changed';

/**
 * Moves the user to the address that the newest mailed code went to. Other sessions end, and the former
 * address is told. Refuses an address that somebody took meanwhile (userExists): who has the code reads it.
 */
export async function changeEmail(ctx: Ctx, code: string): Promise<void> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  const tried = await countCodeTry(ctx.db, { purpose: 'email', userId });
  const { id, email } = requireCode(ctx, tried, code);
  await inTransaction(ctx, async (step) => {
    const now = step.clock.now();
    if (!(await useCode(step.db, id, now))) refuse('codeExpired', 'used');
    const former = await replaceEmail(step, userId, email!);
    await endOtherSessions(step, userId, sessionId);
    const mail = { kind: EMAIL_CHANGED_MAIL, reference: userId, recipient: former };
    await queueMails(step.db, [mail], now);
    const subject = `user:${userId}`;
    const facts = { before: { email: former }, after: { email } };
    if (isAdmin) await recordAudit(step, { action: 'email.change', subject, ...facts });
  });
}
