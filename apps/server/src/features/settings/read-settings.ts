import * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import { settingsTable, type Settings } from './settings.ts';
import './settings.tables.ts';

/** The settings now in force. Throws, naming the setting, on a stored value that it may not have. */
export async function readSettings(db: Db): Promise<Settings> {
  const keys = Object.values(settingsTable).map(({ key }) => key);
  const rows = await db.selectFrom('settings').select(['key', 'value']).where('key', 'in', keys).execute();
  const stored = new Map<string, unknown>(rows.map((row) => [row.key, row.value]));
  const entries = Object.entries(settingsTable).map(([name, { key, value, initial }]) => {
    const result = z.safeParse(value, stored.has(key) ? stored.get(key) : initial);
    if (!result.success) throw new Error(`the setting ${key} has a value it may not have`);
    return [name, result.data];
  });
  return Object.fromEntries(entries) as Settings;
}
