import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import { replaceEmail } from '../../users/index.ts';
import { endOtherSessions } from '../end-sessions.ts';
import { requireCode } from './mailed-codes.ts';
import { voidWaitingEmail } from './set-email.ts';
import { countCodeAttempt, markCodeUsed } from './mailed-codes.sql.ts';

/** The kind of mail that notifies the former address. */
export const EMAIL_CHANGED_MAIL = 'email-changed';

/**
 * Changes the user's e-mail address to the one that received the newest code. Other sessions end, the former address
 * is notified, and an address that an admin has set does not take effect any more. Refuses a wrong or expired code (codeWrong, codeExpired) and an address that was taken
 * meanwhile (userExists), which only its reader can learn, because the code was sent there.
 */
export async function changeEmail(ctx: Ctx, code: string): Promise<void> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  const attempted = await countCodeAttempt(ctx.db, { purpose: 'email', userId });
  const { id, email } = requireCode(ctx, attempted, code);
  await inTransaction(ctx, async (step) => {
    const now = step.clock.now();
    if (!(await markCodeUsed(step.db, id, now))) refuse('codeExpired', 'used');
    const former = await replaceEmail(step, userId, email!);
    await voidWaitingEmail(step, userId, 'the owner of the profile has changed the address');
    await endOtherSessions(step, userId, sessionId);
    const mail = { kind: EMAIL_CHANGED_MAIL, reference: userId, recipient: former };
    await queueMails(step.db, [mail], now);
    const subject = `user:${userId}`;
    const facts = { before: { email: former }, after: { email } };
    if (isAdmin) await recordAudit(step, { action: 'email.change', subject, ...facts });
  });
}
