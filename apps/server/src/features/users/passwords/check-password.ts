import { addressBlock } from '../../../platform/address-block.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { foldName } from '../fold-name.ts';
import { inHashQueue } from './hash-queue.ts';
import { verifyInPlace } from './passwords.ts';
import { countAttempt, clearAttempts, MAX_ATTEMPTS } from '../sign-in-tries.sql.ts';
import type { UserRow } from '../users.sql.ts';

type SignInAttempt = { readonly username: string; readonly password: string; readonly address: string };

/**
 * Whether it is the user's password; for an undefined user it takes the same time. Refuses the eleventh wrong attempt
 * with a username from an address within 15 minutes (tooManyTries). Counting by both keeps strangers from locking a
 * user out. Refuses (serverBusy) without counting when too many passwords wait to be checked.
 */
export async function checkPassword(
  { db, clock }: Ctx,
  user: UserRow | undefined,
  { username, password, address }: SignInAttempt,
): Promise<boolean> {
  const key = { usernameKey: foldName(username), address: addressBlock(address) };
  return inHashQueue(async () => {
    if ((await countAttempt(db, key, clock.now())) > MAX_ATTEMPTS) refuse('tooManyTries', 'sign-in');
    const isRight = await verifyInPlace(user?.password_hash, password);
    if (isRight) await clearAttempts(db, key);
    return isRight;
  });
}
