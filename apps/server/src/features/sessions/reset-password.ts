import { timingSafeEqual } from 'node:crypto';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import {
  findUser,
  foldName,
  hashNewPassword,
  refuseWeakPassword,
  replacePassword,
  type UserRow,
} from '../users/index.ts';
import { endSessions } from './end-sessions.ts';
import { hashCode } from './reset-code-mail.ts';
import { countCodeTry, useCode, type ResetCodeRow } from './reset-codes.sql.ts';

type Reset = { readonly email: string; readonly code: string; readonly password: string };

const MOST_TRIES = 5;

/**
 * Sets a new password with the newest mailed code: five tries, once. Every session of the user ends.
 * The try is counted outside of the transaction, because a refusal must not undo it.
 */
export async function resetPassword(ctx: Ctx, { email, code, password }: Reset): Promise<void> {
  refuseWeakPassword(password, { isAdmin: false });
  const tried = await countCodeTry(ctx.db, foldName(email));
  const { id, user } = await acceptCode(ctx, tried, code);
  const passwordHash = await hashNewPassword(password, { isAdmin: user.role_id !== null });
  await inTransaction(ctx, async (inner) => {
    if (!(await useCode(inner.db, id, inner.clock.now()))) refuse('codeExpired', 'used');
    await replacePassword(inner, user.id, passwordHash);
    await endSessions(inner, user.id);
  });
}

async function acceptCode(
  { db, clock, keyring }: Ctx,
  tried: ResetCodeRow | undefined,
  code: string,
): Promise<{ id: bigint; user: UserRow }> {
  if (!tried) return refuse('codeWrong', 'none was asked for');
  if (tried.used_at !== null || tried.expires_at <= clock.now()) refuse('codeExpired');
  if (tried.tries > MOST_TRIES) refuse('tooManyTries', 'reset code');
  const given = Buffer.from(hashCode(keyring, tried.id, code));
  const isRight = tried.code_hash !== null && timingSafeEqual(Buffer.from(tried.code_hash), given);
  const user = isRight && tried.user_id !== null ? await findUser(db, tried.user_id) : undefined;
  if (!user || user.status === 'closed') return refuse('codeWrong');
  return { id: tried.id, user };
}
