import { addressBlock } from '../../../platform/address-block.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { foldName } from '../fold-name.ts';
import { verifyPassword } from './passwords.ts';
import { countTry, forgetTries, MOST_TRIES } from '../sign-in-tries.sql.ts';
import type { UserRow } from '../users.sql.ts';

type Guess = { readonly username: string; readonly password: string; readonly address: string };

/**
 * Whether it is the user's password; an undefined user has none, but the work is the same. Refuses the
 * eleventh wrong try with one username from one address within a quarter of an hour. Counting both
 * together keeps a stranger from locking somebody out.
 */
export async function checkPassword(
  { db, clock }: Ctx,
  user: UserRow | undefined,
  { username, password, address }: Guess,
): Promise<boolean> {
  const guesser = { usernameKey: foldName(username), address: addressBlock(address) };
  if ((await countTry(db, guesser, clock.now())) > MOST_TRIES) refuse('tooManyTries', 'sign-in');
  const isRight = await verifyPassword(user?.password_hash, password);
  if (isRight) await forgetTries(db, guesser);
  return isRight;
}
