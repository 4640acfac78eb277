import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

export type ServerFacts = {
  readonly version: string;
  /** As PostgreSQL numbers it: 150004 for 15.4. */
  readonly versionNumber: number;
  readonly synchronousCommit: string;
  /** Empty where no standby is waited for. */
  readonly standbyNames: string;
  readonly maxConnections: number;
};

/** What the server is, and how it commits. */
export async function readServer(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('synchronous_standby_names') as "standbyNames",
      current_setting('max_connections')::int as "maxConnections"`.execute(db);
  return rows[0]!;
}

/** Standbys that are attached now; `state` is null where the shop's user may not see it. */
export async function listStandbys(
  db: Db,
): Promise<{ readonly name: string; readonly state: string | null }[]> {
  const { rows } = await sql<{ name: string; state: string | null }>`
    select coalesce(application_name, '') as name, sync_state as state from pg_stat_replication
    order by 1`.execute(db);
  return rows;
}
