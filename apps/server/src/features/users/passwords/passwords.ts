import { hash, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { refuseField } from '../../../platform/refusal.ts';
import { isCommonPassword } from './common-passwords.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 11 ms each. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const BUYER_MINIMUM = 6;
const ADMIN_MINIMUM = 12;

type Holder = { readonly isAdmin: boolean };

/** Refuses a password that is too short (6 characters, 12 for admins) or among the most common. */
export function refuseWeakPassword(password: string, { isAdmin }: Holder): void {
  const minimum = isAdmin ? ADMIN_MINIMUM : BUYER_MINIMUM;
  if (password.length < minimum) refuseField('invalidFormat', 'password', 'short', minimum);
  if (isCommonPassword(password)) refuseField('passwordTooCommon', 'password', 'wrong');
}

/** Hashes a password that somebody chose, byte for byte as given. Refuses a weak one. */
export async function hashNewPassword(password: string, holder: Holder): Promise<string> {
  refuseWeakPassword(password, holder);
  return hash(password, COST);
}

/** Stands in where there is no user: nobody knows its password, and checking it takes as long as any other. */
const nobodysHash = hash(randomBytes(32), COST);

/** Does the same work for an unknown user (undefined), so that the time it takes tells nothing. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  return verify(passwordHash ?? (await nobodysHash), password);
}
