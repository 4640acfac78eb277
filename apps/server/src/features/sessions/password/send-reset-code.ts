import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { findUserByEmail } from '../../users/index.ts';
import { openCode } from '../email/mailed-codes.ts';

/** The kind of the mail that carries a code. */
export const RESET_MAIL = 'reset-code';

/**
 * Queues a code to reset a forgotten password. An unknown address leaves the same rows behind as a known
 * one, down to a mail that is dropped when it is rendered, so that neither answers, limits nor times differ.
 */
export async function sendResetCode(ctx: Ctx, email: string): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const user = await findUserByEmail(step.db, email);
    const userId = user && user.status !== 'closed' ? user.id : null;
    const reference = await openCode(step, { purpose: 'password', email, userId });
    const recipient = user?.email ?? email;
    await queueMails(step.db, [{ kind: RESET_MAIL, reference, recipient }], step.clock.now());
  });
}
