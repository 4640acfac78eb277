import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { leadingZeroBits, proofText } from '@portside/contract';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../platform/context.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { refuse } from '../../../platform/refusal.ts';
import { foldName, type UserRow } from '../users.sql.ts';
import { addressBlock } from '../../../platform/ip-address.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';

/** Wrong attempts allowed per username and address, within the window. */
export const MAX_ATTEMPTS = 10;
const WINDOW_MS = 15 * MINUTE_MS;

type AttemptKey = { readonly usernameKey: string; readonly address: string };

/** Counts an attempt before the password is checked, so that concurrent attempts count too. Returns the count. */
export async function countAttempt(db: Db, { usernameKey, address }: AttemptKey, now: Date): Promise<number> {
  const endsAt = new Date(now.getTime() + WINDOW_MS);
  const { rows } = await sql<{ tries: number }>`
    insert into sign_in_tries as seen (username_key, address, tries, ends_at)
    values (${usernameKey}, ${address}, 1, ${endsAt})
    on conflict (username_key, address) do update set
      tries = case when seen.ends_at <= ${now} then 1 else seen.tries + 1 end,
      ends_at = case when seen.ends_at <= ${now} then excluded.ends_at else seen.ends_at end
    returning tries`.execute(db);
  return rows[0]!.tries;
}

/** How often a password was tried with that username within the window, from all networks together. */
async function sumAttempts(db: Db, usernameKey: string, now: Date): Promise<number> {
  const { sum } = await db
    .selectFrom('sign_in_tries')
    .select(({ fn }) => fn.sum<string | null>('tries').as('sum'))
    .where('username_key', '=', usernameKey)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Uses up a proof of work; false if it was used before. */
async function consumeProof(db: Db, challenge: string, endsAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('used_proofs')
    .values({ challenge, ends_at: endsAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes used proofs of work that are too old to be sent again. */
export async function deleteProofsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('used_proofs').where('ends_at', '<', time).execute();
}

/** Forgets the wrong passwords for this username from this address. */
export async function clearAttempts(db: Db, { usernameKey, address }: AttemptKey): Promise<void> {
  await db
    .deleteFrom('sign_in_tries')
    .where('username_key', '=', usernameKey)
    .where('address', '=', address)
    .execute();
}

/** Deletes counts of wrong passwords whose time ended before then. */
export async function deleteSignInTriesBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('ends_at', '<', time).execute();
}

/** From so many wrong passwords for one username within 15 minutes on, strangers' attempts take a proof of work. */
const FREE_ATTEMPTS = 30;

/** About a second of a browser; each doubling of the attempts doubles the work, up to eight times as much. */
const LEAST_BITS = 16;

const MOST_BITS = 19;

const PROOF_VALID_FOR_MS = 5 * 60_000;

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
  const terms = [now.getTime() + PROOF_VALID_FOR_MS, randomBytes(12).toString('base64url')].join('.');
  return { challenge: `${terms}.${signChallenge(keyring, terms, usernameKey)}`, bits };
}

type Attempt = {
  readonly username: string;
  readonly address: string;
  readonly proof?: SignInProof | undefined;
};

/**
 * Lets an attempt pass, or refuses it (proofNeeded) without counting it: while many networks together have tried too
 * many passwords with the username, a network that its user has never signed in from brings a proof of work, a new one
 * each time, with the bits that are due by then. It locks nobody out. The same goes for names that do not exist.
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
  const signed = Buffer.from(signChallenge(keyring, [endsAt, random].join('.'), usernameKey));
  const given = Buffer.from(mac);
  if (signed.length !== given.length || !timingSafeEqual(signed, given)) refuse('proofNeeded', 'not ours');
  if (Number(endsAt) <= now.getTime()) refuse('proofNeeded', 'too old');
  const digest = createHash('sha256').update(proofText(proof.challenge, proof.nonce)).digest();
  if (leadingZeroBits(digest) < bitsFor(attempts)) refuse('proofNeeded', 'no proof');
  if (!(await consumeProof(db, proof.challenge, new Date(Number(endsAt))))) refuse('proofNeeded', 'used');
}

const bitsFor = (attempts: number): number =>
  Math.min(MOST_BITS, LEAST_BITS + Math.max(0, Math.floor(Math.log2(Math.max(1, attempts / FREE_ATTEMPTS)))));

const signChallenge = (keyring: Keyring, terms: string, usernameKey: string): string =>
  keyring.fingerprint(`sign-in challenge ${terms} ${usernameKey}`).toString('base64url');

/** Records that a user has signed in from an address. */
export async function recordNetwork(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  userId: bigint,
  address: string,
): Promise<void> {
  const row = { user_id: userId, network: addressBlock(address), seen_at: clock.now() };
  await db
    .insertInto('sign_in_networks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: row.seen_at }))
    .execute();
}

/** Whether the user has signed in from this network before; false for no user. */
export async function isKnownNetwork(db: Db, userId: bigint | null, address: string): Promise<boolean> {
  if (userId === null) return false;
  const row = await db
    .selectFrom('sign_in_networks')
    .select('network')
    .where('user_id', '=', userId)
    .where('network', '=', addressBlock(address))
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes known networks last signed in from before then. */
export async function deleteNetworksBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('sign_in_networks').where('seen_at', '<', time).execute();
}
