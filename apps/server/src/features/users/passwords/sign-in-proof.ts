import { leadingZeroBits, proofText } from '@portside/contract';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../platform/context.ts';
import type { Keyring } from '../../../platform/keyring.ts';
import { refuse } from '../../../platform/refusal.ts';
import { foldName } from '../fold-name.ts';
import { isKnownNetwork } from '../networks.sql.ts';
import { consumeProof, sumAttempts } from '../sign-in-tries.sql.ts';
import type { UserRow } from '../users.sql.ts';

/** From so many wrong passwords for one username within 15 minutes on, strangers' attempts take a proof of work. */
const FREE_ATTEMPTS = 30;
/** About a second of a browser; each doubling of the attempts doubles the work, up to eight times as much. */
const LEAST_BITS = 16;
const MOST_BITS = 19;
const VALID_FOR_MS = 5 * 60_000;

export type SignInProof = { readonly challenge: string; readonly nonce: string };

/**
 * A challenge for one attempt with that username, known or not, and the zero bits that are due now. They are not a part
 * of it: what was fetched before the guesses would keep the lighter work.
 */
export async function createSignInChallenge(
  { db, clock, keyring }: Ctx,
  username: string,
): Promise<{ challenge: string; bits: number }> {
  const usernameKey = foldName(username);
  const now = clock.now();
  const bits = bitsFor(await sumAttempts(db, usernameKey, now));
  const terms = [now.getTime() + VALID_FOR_MS, randomBytes(12).toString('base64url')].join('.');
  return { challenge: `${terms}.${sign(keyring, terms, usernameKey)}`, bits };
}

type Attempt = {
  readonly username: string;
  readonly address: string;
  readonly proof?: SignInProof | undefined;
};

/**
 * Lets an attempt pass, or refuses it (proofNeeded) without counting it: while many networks together have tried too
 * many passwords with the username, a network that its user has never signed in from brings a proof of work, a new one
 * each time, with the bits that are due by then. Nobody is locked out by it. Same for names that do not exist.
 */
export async function requireSignInProof(
  { db, clock, keyring }: Ctx,
  user: UserRow | undefined,
  { username, address, proof }: Attempt,
): Promise<void> {
  const usernameKey = foldName(username);
  const now = clock.now();
  const attempts = await sumAttempts(db, usernameKey, now);
  if (attempts < FREE_ATTEMPTS) return;
  if (await isKnownNetwork(db, user?.id ?? null, address)) return;
  if (!proof) return refuse('proofNeeded');
  const [endsAt = '', random = '', mac = ''] = proof.challenge.split('.');
  const signed = Buffer.from(sign(keyring, [endsAt, random].join('.'), usernameKey));
  const given = Buffer.from(mac);
  if (signed.length !== given.length || !timingSafeEqual(signed, given)) refuse('proofNeeded', 'not ours');
  if (Number(endsAt) <= now.getTime()) refuse('proofNeeded', 'too old');
  const digest = createHash('sha256').update(proofText(proof.challenge, proof.nonce)).digest();
  if (leadingZeroBits(digest) < bitsFor(attempts)) refuse('proofNeeded', 'no proof');
  if (!(await consumeProof(db, proof.challenge, new Date(Number(endsAt))))) refuse('proofNeeded', 'used');
}

const bitsFor = (attempts: number): number =>
  Math.min(MOST_BITS, LEAST_BITS + Math.max(0, Math.floor(Math.log2(Math.max(1, attempts / FREE_ATTEMPTS)))));

const sign = (keyring: Keyring, terms: string, usernameKey: string): string =>
  keyring.fingerprint(`sign-in challenge ${terms} ${usernameKey}`).toString('base64url');
