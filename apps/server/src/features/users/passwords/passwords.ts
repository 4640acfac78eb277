import { randomBytes } from 'node:crypto';
import { refuseField } from '../../../platform/refusal.ts';
import { isCommonPassword } from './common-passwords.ts';
import { computeHash, inHashQueue } from './hash-queue.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 11 ms each. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const BUYER_MINIMUM = 6;
const ADMIN_MINIMUM = 12;

type PasswordOwner = { readonly isAdmin: boolean };

/**
 * Refuses a password that is too short (invalidFormat below 6 characters, 12 for admins) or common
 * (passwordTooCommon).
 */
export function refuseWeakPassword(password: string, { isAdmin }: PasswordOwner): void {
  const minimum = isAdmin ? ADMIN_MINIMUM : BUYER_MINIMUM;
  if (password.length < minimum) refuseField('invalidFormat', 'password', 'short', minimum);
  if (isCommonPassword(password)) refuseField('passwordTooCommon', 'password', 'wrong');
}

/** Hashes a new password, byte for byte as given. Refuses a weak one, and (serverBusy) when too many wait. */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  refuseWeakPassword(password, owner);
  return inHashQueue(() => hash(password));
}

/** Verified where there is no such user: no one knows its password, and it takes as long as any other. */
let decoyHash: Promise<string> | undefined;

const hash = (password: string | Buffer): Promise<string> =>
  computeHash({ kind: 'hash', password, cost: COST }) as Promise<string>;

/**
 * Whether the password matches. Does the same work for an unknown user (undefined), so that time reveals nothing. For
 * callers inside `inHashQueue`.
 */
export async function verifyInPlace(passwordHash: string | undefined, password: string): Promise<boolean> {
  const known = passwordHash ?? (await (decoyHash ??= hash(randomBytes(32))));
  return (await computeHash({ kind: 'verify', passwordHash: known, password })) as boolean;
}

/** The same in a place of the queue. Refuses (serverBusy) when too many wait. */
export const verifyPassword = (passwordHash: string | undefined, password: string): Promise<boolean> =>
  inHashQueue(() => verifyInPlace(passwordHash, password));
