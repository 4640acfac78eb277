import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { findUserByEmail } from '../../users/index.ts';
import { requestCode } from '../email/mailed-codes.ts';

/** The kind of mail with a reset code. */
export const RESET_MAIL = 'reset-code';

/**
 * Queues a code to reset a forgotten password. An unknown address leaves the same rows as a known one, including a
 * mail that is dropped when it is rendered, so that answers, limits and times do not differ. Who has asked gets
 * `request`, without which nobody can try the code from elsewhere.
 */
export function sendResetCode(ctx: Ctx, email: string): Promise<{ request: string }> {
  return inTransaction(ctx, async (step) => {
    const user = await findUserByEmail(step.db, email);
    const userId = user && user.status !== 'closed' ? user.id : null;
    const { reference, request } = await requestCode(step, { purpose: 'password', email, userId });
    const recipient = user?.email ?? email;
    await queueMails(step.db, [{ kind: RESET_MAIL, reference, recipient }], step.clock.now());
    return { request };
  });
}
