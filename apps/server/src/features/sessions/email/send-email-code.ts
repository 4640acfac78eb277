import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { refuse } from '../../../platform/refusal.ts';
import { requireFreshCode } from '../../../platform/require-fresh-code.ts';
import { foldName } from '../../users/index.ts';
import { openCode } from './mailed-codes.ts';
import { requireOwnPassword } from '../password/require-own-password.ts';

/** The kind of the mail that goes to the address somebody wants to move to. */
export const EMAIL_CODE_MAIL = 'email-code';

type Wish = { readonly email: string; readonly password: string; readonly address: string };

/**
 * Mails a code to the address that the user wants to move to; the own password, and where there is one the
 * second factor, show who asks. Whose address it is comes to light in the mail alone, where its reader finds
 * a code or learns that it is taken: neither answer nor time tells the caller.
 */
export async function sendEmailCode(ctx: Ctx, { email, password, address }: Wish): Promise<void> {
  requireFreshCode(ctx);
  const { userId } = requireUser(ctx.actor);
  const user = await requireOwnPassword(ctx, userId, { password, address });
  if (foldName(email) === user.email_key) refuse('invalidFormat', 'the same address');
  await inTransaction(ctx, async (step) => {
    const reference = await openCode(step, { purpose: 'email', email, userId });
    const mail = { kind: EMAIL_CODE_MAIL, reference, recipient: email };
    await queueMails(step.db, [mail], step.clock.now());
  });
}
