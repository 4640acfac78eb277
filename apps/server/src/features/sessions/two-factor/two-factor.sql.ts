import { type Generated, sql, type Selectable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Sealed } from '../../../platform/keys/keyring.ts';
import type { SealedTable } from '../../../platform/keys/sealed-table.sql.ts';

type TwoFactorsTable = {
  user_id: bigint;
  key_id: string;
  /** The sealed secret of the authenticator app. */
  sealed: Buffer;
  started_at: Date;
  /** Null until a first code has shown that the user has the secret. */
  confirmed_at: Date | null;
  /** The time step of the newest accepted code; it and earlier ones cannot be used again. */
  last_step: Generated<bigint>;
};

type TwoFactorTriesTable = { user_id: bigint; network: string; tries: number; ends_at: Date };
/** Recovery codes that are left; the hash is keyed. */
type RecoveryCodesTable = { user_id: bigint; code_hash: string };

declare module '../../../platform/db/db.ts' {
  interface Database {
    two_factors: TwoFactorsTable;
    two_factor_tries: TwoFactorTriesTable;
    recovery_codes: RecoveryCodesTable;
  }
}

export type TwoFactorRow = Selectable<TwoFactorsTable>;

const ATTEMPTS_WINDOW_MS = 15 * 60_000;

/** False while the app is being set up and its first code was not given. */
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
  const fresh = { key_id: keyId, sealed, started_at: now };
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

export const findTwoFactor = (db: Db, userId: bigint): Promise<TwoFactorRow | undefined> =>
  db.selectFrom('two_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();

/**
 * Counts an attempt before the code is checked, so that concurrent attempts count too. Returns how many this network
 * has made within the window, and how many all have.
 */
export async function countCodeAttempt(
  db: Db,
  userId: bigint,
  network: string,
  now: Date,
): Promise<{ own: number; all: number }> {
  const endsAt = new Date(now.getTime() + ATTEMPTS_WINDOW_MS);
  const { rows } = await sql<{ tries: number }>`
    insert into two_factor_tries as seen (user_id, network, tries, ends_at)
    values (${userId}, ${network}, 1, ${endsAt})
    on conflict (user_id, network) do update set
      tries = case when seen.ends_at <= ${now} then 1 else seen.tries + 1 end,
      ends_at = case when seen.ends_at <= ${now} then excluded.ends_at else seen.ends_at end
    returning tries`.execute(db);
  const { sum } = await db
    .selectFrom('two_factor_tries')
    .select(({ fn }) => fn.sum<string | null>('tries').as('sum'))
    .where('user_id', '=', userId)
    .where('ends_at', '>', now)
    .executeTakeFirstOrThrow();
  return { own: rows[0]!.tries, all: Number(sum ?? 0) };
}

/** Forgets the wrong codes of a network once a right one was given from there. */
export async function clearCodeAttempts(db: Db, userId: bigint, network: string): Promise<void> {
  await db
    .deleteFrom('two_factor_tries')
    .where('user_id', '=', userId)
    .where('network', '=', network)
    .execute();
}

/** Deletes counts of wrong codes whose time ended before then. */
export async function deleteCodeTriesBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('two_factor_tries').where('ends_at', '<', time).execute();
}

/** Marks a code and all earlier ones as used; false if it was used already. */
export async function consumeTimeStep(db: Db, userId: bigint, timeStep: bigint): Promise<boolean> {
  const row = await db
    .updateTable('two_factors')
    .set({ last_step: timeStep })
    .where('user_id', '=', userId)
    .where('last_step', '<', timeStep)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Turns it on with the secret that a code was checked against; false where it is on, or the secret is another by now. */
export async function setConfirmed(
  db: Db,
  { user_id: userId, sealed }: TwoFactorRow,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('two_factors')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('sealed', '=', sealed)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the second factor with its recovery codes; false if there was none. */
export async function deleteTwoFactor(db: Db, userId: bigint): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const row = await db
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores these in place of all that are left. */
export async function replaceRecoveryCodeHashes(
  db: Db,
  userId: bigint,
  hashes: readonly string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

/** Uses up a code; false if it is no longer there. */
export async function consumeRecoveryCode(db: Db, userId: bigint, hash: string): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Codes that were not used yet. */
export async function countRecoveryCodes(db: Db, userId: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A secret opens only for its own user. */
export const associatedDataOf = (userId: bigint): string => `two-factor:${userId}`;

/** The table with this feature's sealed texts. */
export const sealedTwoFactors: SealedTable = {
  name: 'two_factors',
  key: ['user_id'],
  place: (row) => associatedDataOf(row['user_id']!),
};
