import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import {
  findUser,
  foldName,
  hashNewPassword,
  refuseWeakPassword,
  replacePassword,
  type UserRow,
} from '../../users/index.ts';
import { endSessions } from '../end-sessions.ts';
import { requireCode } from '../email/mailed-codes.ts';
import { countCodeTry, useCode, type MailedCodeRow } from '../email/mailed-codes.sql.ts';

type Reset = { readonly email: string; readonly code: string; readonly password: string };

/**
 * Sets a new password with the newest mailed code: five tries, once. Every session of the user ends.
 * The try is counted outside of the transaction, because a refusal must not undo it.
 */
export async function resetPassword(ctx: Ctx, { email, code, password }: Reset): Promise<void> {
  refuseWeakPassword(password, { isAdmin: false });
  const tried = await countCodeTry(ctx.db, { purpose: 'password', emailKey: foldName(email) });
  const { id, user } = await acceptCode(ctx, tried, code);
  const passwordHash = await hashNewPassword(password, { isAdmin: user.role_id !== null });
  await inTransaction(ctx, async (inner) => {
    if (!(await useCode(inner.db, id, inner.clock.now()))) refuse('codeExpired', 'used');
    await replacePassword(inner, user.id, passwordHash);
    await endSessions(inner, user.id);
  });
}

/** The user whose code it is; a code to an address that is the user's no longer opens nothing. */
async function acceptCode(
  ctx: Ctx,
  tried: MailedCodeRow | undefined,
  code: string,
): Promise<{ id: bigint; user: UserRow }> {
  const { id, user_id: userId, email_key: emailKey } = requireCode(ctx, tried, code);
  const user = await findUser(ctx.db, userId);
  if (!user || user.status === 'closed' || user.email_key !== emailKey) return refuse('codeWrong');
  return { id, user };
}
