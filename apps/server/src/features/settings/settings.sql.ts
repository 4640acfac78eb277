import { type JSONColumnType, sql } from 'kysely';
import * as z from 'zod/mini';
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

/** A setting's key in the table, its schema, and its value until one is stored. */
type Setting<T> = { readonly key: string; readonly value: z.ZodMiniType<T>; readonly initial: unknown };

/** The query of one setting, for callers that need no other: parsing all takes longer than placing an order. */
export const settingQuery = <T>(setting: Setting<T>): Query<ValueRow, T> =>
  query(sql`select value from settings where key = ${setting.key}`, ([row]) =>
    settingIn(setting, row?.value),
  );

/** The value in force. Throws, naming the setting, on a stored value that is invalid. */
export function settingIn<T>({ key, value, initial }: Setting<T>, stored: unknown = initial): T {
  const result = z.safeParse(value, stored);
  if (!result.success) throw new Error(`the setting ${key} has a value it may not have`);
  return result.data;
}

/** How long the credentials of sold accounts are kept. Here, because an order needs this setting and no other. */
export const retentionDays = {
  key: 'retention_days',
  value: z.int().check(z.gte(1), z.lte(365)),
  initial: 7,
};

/** The shop's time zone within a statement, for those that cannot wait for reading it. */
export const shopTimeZone = sql<string>`
  coalesce((select value #>> '{}' from settings where key = 'time_zone'), 'UTC')`;

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

/** Keeps a value that is there. */
export async function insertSetting(db: Db, key: string, value: unknown, now: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(value), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteSetting(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
