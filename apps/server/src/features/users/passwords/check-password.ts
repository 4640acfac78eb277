import { addressBlock } from '../../../platform/address-block.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { foldName } from '../fold-name.ts';
import type { Db } from '../../../platform/db/db.ts';
import { hashAgain, isWeakerHash, verifyPassword } from './passwords.ts';
import { countAttempt, clearAttempts, MAX_ATTEMPTS } from '../sign-in-tries.sql.ts';
import { replaceHash, type UserRow } from '../users.sql.ts';

type SignInAttempt = {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  readonly keepsCount?: boolean;
};

/**
 * Whether it is the user's password; for an undefined user it takes the same time. Refuses the eleventh wrong attempt
 * with a username from an address within 15 minutes (tooManyTries). Counting by both keeps strangers from locking a
 * user out.
 */
export async function checkPassword(
  { db, clock }: Ctx,
  user: UserRow | undefined,
  { username, password, address, keepsCount = false }: SignInAttempt,
): Promise<boolean> {
  const key = { usernameKey: foldName(username), address: addressBlock(address) };
  if ((await countAttempt(db, key, clock.now())) > MAX_ATTEMPTS) refuse('tooManyTries', 'sign-in');
  const isRight = await verifyPassword(user?.password_hash, password);
  if (!isRight) return false;
  // A right password alone does not end the count of a sign-in that still needs a code.
  if (!keepsCount) await clearAttempts(db, key);
  return true;
}

/** Forgets the wrong attempts from that address, once the user has signed in. */
export const clearSignInAttempts = (
  { db }: Pick<Ctx, 'db'>,
  { username, address }: Pick<SignInAttempt, 'username' | 'address'>,
): Promise<void> => clearAttempts(db, { usernameKey: foldName(username), address: addressBlock(address) });

/** Stores the password anew where it was hashed at a lower cost than today's, unless it was changed meanwhile. */
export async function rehashIfWeaker(db: Db, user: UserRow, password: string): Promise<void> {
  if (!isWeakerHash(user.password_hash)) return;
  await replaceHash(db, user, await hashAgain(password));
}
