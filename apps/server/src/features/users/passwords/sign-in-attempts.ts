import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { leadingZeroBits, proofText } from '@portside/contract';
import { createHash, randomBytes } from 'node:crypto';
import type { Ctx } from '../../../platform/context.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { refuse } from '../../../platform/refusal.ts';
import { isSameSecret } from '../../../platform/tokens.ts';
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

export type ProofOfWork = { readonly challenge: string; readonly nonce: string };

/** From so many sign-ups within 15 minutes on, each takes a proof of work. */
const FREE_SIGN_UPS = 100;

/** A sign-in with a username, known or not, or a sign-up with one. */
type Effort = 'sign-in' | 'sign-up';

/**
 * A challenge for one attempt with that username, and the zero bits that are due now. They are not a part of it: what was
 * fetched before the guesses would keep the lighter work.
 */
export async function createSignInChallenge(
  { db, clock, keyring }: Ctx,
  username: string,
  effort: Effort = 'sign-in',
): Promise<{ challenge: string; bits: number }> {
  const now = clock.now();
  const usernameKey = foldName(username);
  const excess =
    effort === 'sign-in'
      ? (await sumAttempts(db, usernameKey, now)) / FREE_ATTEMPTS
      : (await countSignUps(db, now)) / FREE_SIGN_UPS;
  const terms = [now.getTime() + PROOF_VALID_FOR_MS, randomBytes(12).toString('base64url')].join('.');
  return {
    challenge: `${terms}.${signChallenge(keyring, terms, effort, usernameKey)}`,
    bits: bitsFor(excess),
  };
}

type Attempt = {
  readonly username: string;
  readonly address: string;
  readonly proof?: ProofOfWork | undefined;
};

/**
 * Lets an attempt pass, or refuses it (proofNeeded) without counting it: while many networks together have tried too
 * many passwords with the username, a network that its user has never signed in from brings a proof of work, a new one
 * each time, with the bits that are due by then. It locks nobody out. The same goes for names that do not exist.
 */
export async function requireSignInProof(
  ctx: Ctx,
  user: UserRow | undefined,
  { username, address, proof }: Attempt,
): Promise<void> {
  const attempts = await sumAttempts(ctx.db, foldName(username), ctx.clock.now());
  if (attempts < FREE_ATTEMPTS) return;
  if (await isKnownNetwork(ctx.db, user?.id ?? null, address)) return;
  await consumeWork(ctx, { effort: 'sign-in', username, excess: attempts / FREE_ATTEMPTS }, proof);
}

/**
 * Refuses a sign-up without a proof of work (proofNeeded) while very many sign up. A sandbox signs up as many as its user
 * tries.
 */
export async function requireSignUpProof(
  ctx: Ctx,
  { username, proof }: Pick<Attempt, 'username' | 'proof'>,
): Promise<void> {
  if (ctx.isSandbox) return;
  const signUps = await countSignUps(ctx.db, ctx.clock.now());
  if (signUps < FREE_SIGN_UPS) return;
  await consumeWork(ctx, { effort: 'sign-up', username, excess: signUps / FREE_SIGN_UPS }, proof);
}

/** Within the window, up to as many as make no more difference. The newest users have the highest ids. */
async function countSignUps(db: Db, now: Date): Promise<number> {
  const newest = db
    .selectFrom('users')
    .select('created_at')
    .orderBy('id', 'desc')
    .limit(FREE_SIGN_UPS * 2 ** (MOST_BITS - LEAST_BITS))
    .as('newest');
  const { count } = await db
    .selectFrom(newest)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('created_at', '>', new Date(now.getTime() - WINDOW_MS))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Due = { readonly effort: Effort; readonly username: string; readonly excess: number };

/** Refuses (proofNeeded) what is no new proof of the work that is due. */
async function consumeWork(
  { db, clock, keyring }: Ctx,
  { effort, username, excess }: Due,
  proof: ProofOfWork | undefined,
): Promise<void> {
  if (!proof) return refuse('proofNeeded');
  const now = clock.now();
  const [endsAt = '', random = '', mac = '', ...more] = proof.challenge.split('.');
  const terms = [endsAt, random].join('.');
  const signed = Buffer.from(signChallenge(keyring, terms, effort, foldName(username)));
  // Nothing may follow: else one solution would be many, its border moved.
  if (more.length > 0 || !isSameSecret(Buffer.from(mac), signed)) refuse('proofNeeded', 'not ours');
  if (Number(endsAt) <= now.getTime()) refuse('proofNeeded', 'too old');
  const digest = createHash('sha256').update(proofText(proof.challenge, proof.nonce)).digest();
  if (leadingZeroBits(digest) < bitsFor(excess)) refuse('proofNeeded', 'no proof');
  if (!(await consumeProof(db, proof.challenge, new Date(Number(endsAt))))) refuse('proofNeeded', 'used');
}

/** By how many times what is free is exceeded. */
const bitsFor = (excess: number): number =>
  Math.min(MOST_BITS, LEAST_BITS + Math.floor(Math.log2(Math.max(1, excess))));

const signChallenge = (keyring: Keyring, terms: string, effort: Effort, usernameKey: string): string =>
  keyring.fingerprint(`${effort} challenge ${terms} ${usernameKey}`).toString('base64url');

/** Providers hand out addresses of such blocks to the same people: the first half of IPv4, the first 32 bits of IPv6. */
const placeOf = (network: string): string =>
  network
    .split(network.includes(':') ? ':' : '.')
    .slice(0, 2)
    .join('.');

/**
 * Records that a user has signed in from an address; true if they have signed in before, but never from anywhere near
 * it.
 */
export async function recordNetwork(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  userId: bigint,
  address: string,
): Promise<boolean> {
  const row = { user_id: userId, network: addressBlock(address), seen_at: clock.now() };
  const known = await db
    .selectFrom('sign_in_networks')
    .select('network')
    .where('user_id', '=', userId)
    .execute();
  await db
    .insertInto('sign_in_networks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ seen_at: row.seen_at }))
    .execute();
  return known.length > 0 && !known.some(({ network }) => placeOf(network) === placeOf(row.network));
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

/**
 * Deletes known networks last signed in from before then, but for each user's last one: who comes to an account that
 * was at rest from elsewhere is still seen to.
 */
export async function deleteNetworksBefore(db: Db, time: Date): Promise<void> {
  await sql`
    delete from sign_in_networks old where seen_at < ${time} and exists (
      select from sign_in_networks later
      where later.user_id = old.user_id and (later.seen_at, later.network) > (old.seen_at, old.network))`.execute(
    db,
  );
}
