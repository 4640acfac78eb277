import { sql } from 'kysely';
import type { Db } from './db.ts';

/** The settings without which PostgreSQL loses what it has acknowledged when the machine fails, and that are off. */
export async function listSwitchedOff(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}
