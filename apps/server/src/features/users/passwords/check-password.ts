import { addressBlock } from '../../../platform/address-block.ts';
import type { Ctx } from '../../../platform/context.ts';
import { Refusal, refuse } from '../../../platform/refusal.ts';
import { foldName } from '../fold-name.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inHashQueue } from './hash-queue.ts';
import { hashAgain, isWeakerHash, verifyInPlace } from './passwords.ts';
import { countAttempt, clearAttempts, MAX_ATTEMPTS } from '../sign-in-tries.sql.ts';
import { replaceHash, type UserRow } from '../users.sql.ts';

type SignInAttempt = {
  readonly username: string;
  readonly password: string;
  readonly address: string;
};

/**
 * Whether it is the user's password, at a sign-in; for an undefined user it takes the same time. Refuses the eleventh
 * wrong attempt with a username from an address within 15 minutes (tooManyTries). Counting by both keeps strangers from
 * locking a user out. A right password alone does not end the count of a sign-in that still needs a code. Refuses
 * (serverBusy) without counting when too many passwords wait to be checked.
 */
export async function checkPassword(
  { db, clock }: Ctx,
  user: UserRow | undefined,
  { username, password, address }: SignInAttempt,
): Promise<boolean> {
  const key = { usernameKey: foldName(username), address: addressBlock(address) };
  return inHashQueue(async () => {
    if ((await countAttempt(db, key, clock.now())) > MAX_ATTEMPTS) refuse('tooManyTries', 'sign-in');
    return verifyInPlace(user?.password_hash, password);
  });
}

/**
 * Whether it is the password of a user who is signed in; the caller counts the attempt. Refuses (serverBusy) when too
 * many passwords wait to be checked.
 */
export const isPasswordOf = (user: UserRow, password: string): Promise<boolean> =>
  inHashQueue(() => verifyInPlace(user.password_hash, password));

/** Forgets the wrong attempts from that address, once the user has signed in. */
export const clearSignInAttempts = (
  { db }: Pick<Ctx, 'db'>,
  { username, address }: Pick<SignInAttempt, 'username' | 'address'>,
): Promise<void> => clearAttempts(db, { usernameKey: foldName(username), address: addressBlock(address) });

/**
 * Rehashes the password if it was hashed at a lower cost than today's, unless it was changed meanwhile. Left to
 * a later sign-in when too many passwords wait to be hashed.
 */
export async function rehashIfWeaker(db: Db, user: UserRow, password: string): Promise<void> {
  if (!isWeakerHash(user.password_hash)) return;
  const hash = await hashAgain(password).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (hash !== null) await replaceHash(db, user, hash);
}
