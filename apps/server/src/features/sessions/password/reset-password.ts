import { systemActor } from '../../../platform/actor.ts';
import { addressBlock } from '../../../platform/address-block.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  findUser,
  foldName,
  guessableNames,
  hashNewPassword,
  refuseWeakPassword,
  replacePassword,
  type UserRow,
} from '../../users/index.ts';
import { voidWaitingEmail } from '../email/set-email.ts';
import { endSessions } from '../end-sessions.ts';
import { hashRequest, requireCode } from '../email/mailed-codes.ts';
import { countCodeAttempt, markCodeUsed, type MailedCodeRow } from '../email/mailed-codes.sql.ts';

type Reset = {
  readonly email: string;
  readonly code: string;
  readonly password: string;
  readonly request?: string | undefined;
};

/**
 * Sets a new password with the newest mailed code of the one who asked for it (`request`, or the network) and ends all
 * sessions of the user. Refuses a wrong, used or expired code and the sixth attempt (`requireCode`), and a weak
 * password. The attempt is counted outside the transaction, so that a refusal does not undo it.
 */
export async function resetPassword(ctx: Ctx, { email, code, password, request }: Reset): Promise<void> {
  refuseWeakPassword(password, { isAdmin: false });
  const asked = { purpose: 'password', emailKey: foldName(email) } as const;
  const from =
    request === undefined ? { network: addressBlock(ctx.address) } : { requestHash: hashRequest(request) };
  const attempted = await countCodeAttempt(ctx.db, { ...asked, ...from });
  const { id, user } = await acceptCode(ctx, attempted, code);
  const passwordHash = await hashNewPassword(password, {
    isAdmin: user.role_id !== null,
    names: await guessableNames(ctx.db, user.username, user.email),
  });
  await inTransaction(ctx, async (inner) => {
    if (!(await markCodeUsed(inner.db, id, inner.clock.now()))) refuse('codeExpired', 'used');
    await replacePassword(inner, user.id, passwordHash);
    // Whoever reads the address in force has been told of the other one, and answers by this.
    const shop = { ...inner, actor: systemActor('password reset') };
    await voidWaitingEmail(shop, user.id, 'the password was reset by e-mail');
    await endSessions(inner, user.id);
  });
}

/** The user of the code. A code that was sent to a former address of the user is refused (codeWrong). */
async function acceptCode(
  ctx: Ctx,
  attempted: MailedCodeRow | undefined,
  code: string,
): Promise<{ id: bigint; user: UserRow }> {
  const { id, user_id: userId, email_key: emailKey } = requireCode(ctx, attempted, code);
  const user = await findUser(ctx.db, userId);
  if (!user || user.status === 'closed' || user.email_key !== emailKey) return refuse('codeWrong');
  return { id, user };
}
