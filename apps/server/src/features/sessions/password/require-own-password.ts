import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { checkPassword, findUser, type UserRow } from '../../users/index.ts';

type PasswordProof = { readonly password: string; readonly address: string };

/** Checks the caller's password again. Refuses a wrong one (oldPasswordWrong). */
export async function requireOwnPassword(
  ctx: Ctx,
  userId: bigint,
  { password, address }: PasswordProof,
): Promise<UserRow> {
  const user = (await findUser(ctx.db, userId)) ?? refuse('notSignedIn');
  const guess = { username: user.username, password, address };
  return (await checkPassword(ctx, user, guess)) ? user : refuse('oldPasswordWrong');
}
