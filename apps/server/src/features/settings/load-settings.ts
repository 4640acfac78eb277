import * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import { runQuery } from '../../platform/db/pipeline.ts';
import { listStored, storedValueOf } from './settings.sql.ts';
import { settingsTable, type Settings } from './settings.ts';

/** The settings now in force. Throws, naming the setting, on a stored value that it may not have. */
export async function loadSettings(db: Db): Promise<Settings> {
  const stored = await listStored(db);
  const names = Object.keys(settingsTable) as (keyof Settings)[];
  return Object.fromEntries(names.map((name) => [name, valueOf(name, stored)])) as Settings;
}

/** One setting, for a caller that needs no other: some take longer to check than an order takes to place. */
export const settingOf = <N extends keyof Settings>(name: N) => {
  const { key } = settingsTable[name];
  return storedValueOf(key, (stored) => valueOf(name, stored) as Settings[N]);
};

export const readSetting = <N extends keyof Settings>(db: Db, name: N): Promise<Settings[N]> =>
  runQuery(db, settingOf(name));

function valueOf(name: keyof Settings, stored: ReadonlyMap<string, unknown>): unknown {
  const { key, value, initial } = settingsTable[name];
  const result = z.safeParse(value, stored.has(key) ? stored.get(key) : initial);
  if (!result.success) throw new Error(`the setting ${key} has a value it may not have`);
  return result.data;
}
