import type { JSONColumnType } from 'kysely';

type SettingsTable = { key: string; value: JSONColumnType<object>; updated_at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    settings: SettingsTable;
  }
}
