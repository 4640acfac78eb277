import { sql, type Generated } from 'kysely';
import type { Db } from '../db/db.ts';
import type { Keyring } from './keyring.ts';
import type { Ctx } from '../context.ts';

/** Keys under which something may be sealed. */
type SealingKeysTable = {
  id: string;
  /** See `Keyring.checkValue`; null until a start has had the key. */
  check_value: Generated<Buffer | null>;
};

declare module '../db/db.ts' {
  interface Database {
    sealing_keys: SealingKeysTable;
    fingerprint_checks: { id: number; check_value: Buffer };
  }
}

/**
 * Registers that the transaction seals under the newest key: until it ends, the key cannot be found unused. Called once
 * for many sealed rows; a small table has a foreign key instead. Throws if another key has sealed under that id.
 */
export async function holdSealingKey(
  db: Db,
  keyring: Pick<Keyring, 'newestKeyId' | 'checkValue'>,
): Promise<void> {
  const id = keyring.newestKeyId;
  const own = keyring.checkValue(id);
  const hold = async () => {
    const { rows } = await sql<{ checkValue: Buffer | null }>`
      select check_value as "checkValue" from sealing_keys where id = ${id} for key share`.execute(db);
    return rows[0];
  };
  let held = await hold();
  if (!held) {
    await saveCheckValue(db, id, own);
    held = await hold();
  }
  if (held?.checkValue && !held.checkValue.equals(own))
    throw new Error(`the key ${id} is not the one that has sealed before`);
}

export async function listSealingKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sealing_keys').select('id').orderBy('id').execute();
  return rows.map((row) => row.id);
}

/** The check values that are known, by the key's id. */
export async function listCheckValues(db: Db): Promise<ReadonlyMap<string, Buffer | null>> {
  const rows = await db.selectFrom('sealing_keys').select(['id', 'check_value']).execute();
  return new Map(rows.map((row) => [row.id, row.check_value]));
}

/** Registers a key with its check value; one that is known stays as it is. */
export async function saveCheckValue(db: Db, id: string, checkValue: Buffer): Promise<void> {
  await db
    .insertInto('sealing_keys')
    .values({ id, check_value: checkValue })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ check_value: checkValue })
        .where('sealing_keys.check_value', 'is', null),
    )
    .execute();
}

/** Of the shop's fingerprint key; undefined before the first start that knew of check values. */
export async function findFingerprintCheck(db: Db): Promise<Buffer | undefined> {
  const row = await db.selectFrom('fingerprint_checks').select('check_value').executeTakeFirst();
  return row?.check_value;
}

export async function saveFingerprintCheck(db: Db, checkValue: Buffer): Promise<void> {
  await db
    .insertInto('fingerprint_checks')
    .values({ id: 1, check_value: checkValue })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Waits for transactions that seal under this key; later ones wait for this transaction. */
export async function lockSealingKey(db: Db, id: string): Promise<void> {
  await sql`select from sealing_keys where id = ${id} for update`.execute(db);
}

export async function deleteSealingKey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sealing_keys').where('id', '=', id).execute();
}

const ROTATION_LOCK = 7_002;

/** Takes the rotation's lock until the transaction ends; false if another process holds it. */
export async function tryLockRotation(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ROTATION_LOCK}) as taken`.execute(db);
  return rows[0]!.taken;
}

/** `newest` seals; `in use` only opens, until everything under it is resealed; `unused` can be removed. */
type KeyState = { readonly id: string; readonly state: 'newest' | 'in use' | 'unused' };

/** The keys of the configuration, newest first. The caller checks permissions. */
export async function readKeys({ db, keyring }: Pick<Ctx, 'db' | 'keyring'>): Promise<KeyState[]> {
  const used = new Set(await listSealingKeys(db));
  const stateOf = (id: string) =>
    id === keyring.newestKeyId ? 'newest' : used.has(id) ? 'in use' : 'unused';
  return keyring.keyIds.map((id) => ({ id, state: stateOf(id) }));
}
