import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

const MINUTE_MS = 60_000;

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
export async function sumAttempts(db: Db, usernameKey: string, now: Date): Promise<number> {
  const { sum } = await db
    .selectFrom('sign_in_tries')
    .select(({ fn }) => fn.sum<string | null>('tries').as('sum'))
    .where('username_key', '=', usernameKey)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

/** Uses a proof of work up; false where it was used before. */
export async function consumeProof(db: Db, challenge: string, endsAt: Date): Promise<boolean> {
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
