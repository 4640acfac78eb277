import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/** Keys under which something may be sealed. */
export type SealingKeysTable = { id: string };

declare module '../db/db.ts' {
  interface Database {
    sealing_keys: SealingKeysTable;
  }
}

/**
 * Registers that the transaction seals under this key: until it ends, the key cannot be found unused. Called once
 * for many sealed rows; a small table has a foreign key instead.
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

/** Waits for transactions that seal under this key; later ones wait for this transaction. */
export async function lockSealingKey(db: Db, id: string): Promise<void> {
  await sql`select from sealing_keys where id = ${id} for update`.execute(db);
}

export async function deleteSealingKey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sealing_keys').where('id', '=', id).execute();
}

const ROTATION_LOCK = 7_002;

/** Takes the rotation's lock until the transaction ends; false where another process holds it. */
export async function tryLockRotation(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ROTATION_LOCK}) as taken`.execute(db);
  return rows[0]!.taken;
}
