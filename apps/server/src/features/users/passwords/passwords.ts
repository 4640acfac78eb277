import { randomBytes } from 'node:crypto';
import { refuseField } from '../../../platform/refusal.ts';
import { foldName } from '../fold-name.ts';
import { isCommonPassword } from './common-passwords.ts';
import { computeHash, inHashQueue } from './hash-queue.ts';

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 11 ms each. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const BUYER_MINIMUM = 6;
const ADMIN_MINIMUM = 12;

type PasswordOwner = {
  readonly isAdmin: boolean;
  /** Names that everybody can guess: the user's own, the shop's. */
  readonly names?: readonly string[];
};

/**
 * Refuses a password that is too short (invalidFormat below 6 characters, 12 for admins), or common, or one of the
 * names with nothing but digits and marks around it (passwordTooCommon).
 */
export function refuseWeakPassword(password: string, { isAdmin, names = [] }: PasswordOwner): void {
  const minimum = isAdmin ? ADMIN_MINIMUM : BUYER_MINIMUM;
  if (password.length < minimum) refuseField('invalidFormat', 'password', 'short', minimum);
  if (isCommonPassword(password) || names.some((name) => isNameWithFiller(password, name)))
    refuseField('passwordTooCommon', 'password', 'wrong');
}

/** "Portside2026!" is the shop's name; what is left of both is compared without case and spaces. */
function isNameWithFiller(password: string, name: string): boolean {
  const core = (text: string): string => foldName(text).replace(/[^\p{L}]/gu, '');
  const [whole, bare] = [foldName(name), core(name)];
  return foldName(password) === whole || (bare !== '' && core(password) === bare);
}

/** Hashes a new password, byte for byte as given. Refuses a weak one, and (serverBusy) when too many wait. */
export async function hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
  refuseWeakPassword(password, owner);
  return inHashQueue(() => hash(password));
}

/** Hashes a password that was just verified, at today's cost. Refuses (serverBusy) when too many wait. */
export const hashAgain = (password: string): Promise<string> => inHashQueue(() => hash(password));

/** Whether a stored hash costs less to try than today's. */
export function isWeakerHash(passwordHash: string): boolean {
  const [, memory, time, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash) ?? [];
  if (memory === undefined) return true;
  return Number(memory) < COST.memoryCost || Number(time) < COST.timeCost || Number(lanes) < COST.parallelism;
}

/** Verified where there is no such user: no one knows its password, and it costs the same work as any other. */
let decoyHash: Promise<string> | undefined;

const hash = (password: string | Buffer): Promise<string> =>
  computeHash({ kind: 'hash', password, cost: COST }) as Promise<string>;

/**
 * Whether the password matches. Does the same work for an unknown user (undefined), so that time reveals nothing. For
 * callers inside `inHashQueue`.
 */
export async function verifyInPlace(
  passwordHash: string | undefined,
  password: string,
  compute = computeHash,
): Promise<boolean> {
  const known = passwordHash ?? (await (decoyHash ??= hash(randomBytes(32))));
  return (await compute({ kind: 'verify', passwordHash: known, password })) as boolean;
}
