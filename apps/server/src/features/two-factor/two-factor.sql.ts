import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Sealed } from '../../platform/keyring.ts';
import type { TwoFactorsTable } from './two-factor.tables.ts';

export type TwoFactorRow = Selectable<TwoFactorsTable>;

const TRIES_MS = 15 * 60_000;

export async function isTwoFactorOn(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** False where the user has a confirmed secret, which stays. */
export async function replaceUnconfirmed(
  db: Db,
  userId: bigint,
  { keyId, sealed }: Sealed,
  now: Date,
): Promise<boolean> {
  const fresh = { key_id: keyId, sealed, started_at: now, tries_end_at: now };
  const row = await db
    .insertInto('two_factors')
    .values({ user_id: userId, ...fresh })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(fresh).where('two_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a try before the code is looked at, so that tries at the same time count too. */
export const countCodeTry = (db: Db, userId: bigint, now: Date): Promise<TwoFactorRow | undefined> =>
  db
    .updateTable('two_factors')
    .set({
      tries: sql`case when tries_end_at <= ${now} then 1 else tries + 1 end`,
      tries_end_at: sql`case when tries_end_at <= ${now}
        then ${new Date(now.getTime() + TRIES_MS)} else tries_end_at end`,
    })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

/** Uses up a code and all before it, and forgives the tries; false where it was used up already. */
export async function useStep(db: Db, userId: bigint, step: bigint): Promise<boolean> {
  const row = await db
    .updateTable('two_factors')
    .set({ last_step: step, tries: 0 })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function setConfirmed(db: Db, userId: bigint, now: Date): Promise<void> {
  await db.updateTable('two_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute();
}

/** False where there was none. */
export async function deleteTwoFactor(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
