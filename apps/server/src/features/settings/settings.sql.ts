import { type JSONColumnType, sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { query, type Query } from '../../platform/db/pipeline.ts';

type SettingsTable = { key: string; value: JSONColumnType<object>; updated_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    settings: SettingsTable;
  }
}

const SETTINGS_LOCK = 7_003;

/** Serialises changes of settings until the commit, so that each is checked against the values in force. */
export async function lockSettings(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(db);
}

type ValueRow = { readonly value: unknown };

/** The query of one stored setting, parsed by `read`, which gets an empty map where it was never set. */
export const storedValueOf = <T>(
  key: string,
  read: (stored: ReadonlyMap<string, unknown>) => T,
): Query<ValueRow, T> =>
  query(sql`select value from settings where key = ${key}`, ([row]) =>
    read(new Map(row && [[key, row.value]])),
  );

/** All stored values, by key. */
export async function listStoredValues(db: Db): Promise<Map<string, unknown>> {
  const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
  return new Map(rows.map((row) => [row.key, row.value]));
}

export async function upsertSetting(db: Db, key: string, value: unknown, now: Date): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: now };
  await db
    .insertInto('settings')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute();
}

export async function deleteSetting(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
