import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import { runQuery, query, type Query } from '../../platform/db/pipeline.ts';
import { settingsTable, type Settings } from './settings.ts';
import './settings.tables.ts';

/** The settings now in force. Throws, naming the setting, on a stored value that it may not have. */
export async function readSettings(db: Db): Promise<Settings> {
  const keys = Object.values(settingsTable).map(({ key }) => key);
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute();
  const stored = new Map<string, unknown>(rows.map((row) => [row.key, row.value]));
  const names = Object.keys(settingsTable) as (keyof Settings)[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name, stored)])) as Settings;
}

/** One of them, for who needs no other: some take longer to check than an order takes to place. */
export const settingOf = <N extends keyof Settings>(name: N): Query<ValueRow, Settings[N]> =>
  query(sql`select value from settings where key = ${settingsTable[name].key}`, ([row]) => {
    const stored = new Map(row && [[settingsTable[name].key, row.value]]);
    return valueOf(name, stored) as Settings[N];
  });

export const readSetting = <N extends keyof Settings>(db: Db, name: N): Promise<Settings[N]> =>
  runQuery(db, settingOf(name));

type ValueRow = { readonly value: unknown };

function valueOf(name: keyof Settings, stored: ReadonlyMap<string, unknown>): unknown {
  const { key, value, initial } = settingsTable[name];
  const result = z.safeParse(value, stored.has(key) ? stored.get(key) : initial);
  if (!result.success) throw new Error(`the setting ${key} has a value it may not have`);
  return result.data;
}
