import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import { foldName } from '../../users/index.ts';
import { requestCode } from './mailed-codes.ts';
import { requireOwnPassword } from '../password/require-own-password.ts';

/** The kind of mail to the address that a user wants to change to. */
export const EMAIL_CODE_MAIL = 'email-code';

type EmailChangeRequest = { readonly email: string; readonly password: string };

/**
 * Mails a code to the address that the user wants to change to. Needs their password (oldPasswordWrong) and a fresh
 * code if they have a second factor. Whether the address is taken shows in the mail only: neither the answer nor its
 * time reveals it to the caller.
 */
export async function sendEmailCode(ctx: Ctx, { email, password }: EmailChangeRequest): Promise<void> {
  const { userId } = requireUser(ctx.actor);
  const user = await requireOwnPassword(ctx, password);
  if (foldName(email) === user.email_key) refuse('invalidFormat', 'the same address');
  await inTransaction(ctx, async (step) => {
    const { reference } = await requestCode(step, { purpose: 'email', email, userId });
    const mail = { kind: EMAIL_CODE_MAIL, reference, recipient: email };
    await queueMails(step.db, [mail], step.clock.now());
  });
}
