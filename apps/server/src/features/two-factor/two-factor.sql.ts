import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { Sealed } from '../../platform/keyring.ts';
import type { TwoFactorsTable } from './two-factor.tables.ts';

export type TwoFactorRow = Selectable<TwoFactorsTable>;

const ATTEMPTS_WINDOW_MS = 15 * 60_000;

export async function isTwoFactorOn(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('two_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores an unconfirmed secret; false, storing nothing, where the user has a confirmed one. */
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

/** Counts an attempt before the code is checked, so that concurrent attempts count too. */
export const countCodeAttempt = (db: Db, userId: bigint, now: Date): Promise<TwoFactorRow | undefined> =>
  db
    .updateTable('two_factors')
    .set({
      tries: sql`case when tries_end_at <= ${now} then 1 else tries + 1 end`,
      tries_end_at: sql`case when tries_end_at <= ${now}
        then ${new Date(now.getTime() + ATTEMPTS_WINDOW_MS)} else tries_end_at end`,
    })
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();

/** Marks a code and all earlier ones as used and resets the attempts; false where it was used already. */
export async function consumeTimeStep(db: Db, userId: bigint, timeStep: bigint): Promise<boolean> {
  const row = await db
    .updateTable('two_factors')
    .set({ last_step: timeStep, tries: 0 })
    .where('user_id', '=', userId)
    .where('last_step', '<', timeStep)
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
