import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Keys that something may be sealed under. */
export type SealingKeysTable = { id: string };

declare module '../db/db.ts' {
  interface Database {
    sealing_keys: SealingKeysTable;
  }
}

/**
 * Notes that the transaction seals under this key: until it ends, nobody can find the key to be unused. Whoever
 * writes many sealed rows calls this once; a small table has a foreign key instead.
 */
export async function holdSealingKey(db: Db, id: string): Promise<void> {
  const hold = () => sql`select from sealing_keys where id = ${id} for key share`.execute(db);
  if ((await hold()).rows.length > 0) return;
  await db
    .insertInto('sealing_keys')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await hold();
}

export async function listSealingKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sealing_keys').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** Waits for whoever is sealing under this key; who comes later waits for this transaction. */
export async function lockSealingKey(db: Db, id: string): Promise<void> {
  await sql`select from sealing_keys where id = ${id} for update`.execute(db);
}

export async function forgetSealingKey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sealing_keys').where('id', '=', id).execute();
}

const ROTATION_LOCK = 7_002;

/** Takes the rotation's lock until the transaction ends; false where another process holds it. */
export async function tryLockRotation(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ROTATION_LOCK}) as taken`.execute(db);
  return rows[0]!.taken;
}
