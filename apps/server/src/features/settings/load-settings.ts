import * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import { runQuery } from '../../platform/db/pipeline.ts';
import { listStoredValues, storedValueOf } from './settings.sql.ts';
import { settingsTable, type Settings } from './settings.ts';

/** All settings in force. Throws, naming the setting, on a stored value that is invalid. */
export async function loadSettings(db: Db): Promise<Settings> {
  const stored = await listStoredValues(db);
  const names = Object.keys(settingsTable) as (keyof Settings)[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name, stored)])) as Settings;
}

/** The query of one setting, for callers that need no other: parsing all takes longer than placing an order. */
export const settingOf = <N extends keyof Settings>(name: N) => {
  const { key } = settingsTable[name];
  return storedValueOf(key, (stored) => valueOf(name, stored) as Settings[N]);
};

/** One setting in force. Throws on a stored value that is invalid. */
export const readSetting = <N extends keyof Settings>(db: Db, name: N): Promise<Settings[N]> =>
  runQuery(db, settingOf(name));

function valueOf(name: keyof Settings, stored: ReadonlyMap<string, unknown>): unknown {
  const { key, value, initial } = settingsTable[name];
  const result = z.safeParse(value, stored.has(key) ? stored.get(key) : initial);
  if (!result.success) throw new Error(`the setting ${key} has a value it may not have`);
  return result.data;
}
