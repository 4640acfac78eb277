import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

const MINUTE_MS = 60_000;

/** So many tries with one username from one address, within so long. */
export const MOST_TRIES = 10;
const WINDOW_MS = 15 * MINUTE_MS;

export type Guesser = { readonly usernameKey: string; readonly address: string };

/** Counts a try before the password is looked at, so that tries at the same time count too. */
export async function countTry(db: Db, { usernameKey, address }: Guesser, now: Date): Promise<number> {
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

export async function forgetTries(db: Db, { usernameKey, address }: Guesser): Promise<void> {
  await db
    .deleteFrom('sign_in_tries')
    .where('username_key', '=', usernameKey)
    .where('address', '=', address)
    .execute();
}

export async function deleteTriesBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('ends_at', '<', time).execute();
}
