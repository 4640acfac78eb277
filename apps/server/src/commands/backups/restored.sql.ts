import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Whether the database holds anything that a restore could collide with. */
export async function hasTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema')) as found`.execute(db);
  return rows[0]!.found;
}

/** Whether it is of a version that knows buyers' own addresses. */
export async function hasAddresses(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('address_cursors') is not null as found`.execute(db);
  return rows[0]!.found;
}
