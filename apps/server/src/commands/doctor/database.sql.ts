import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type ServerFacts = {
  readonly version: string;
  /** As PostgreSQL numbers it: 150004 for 15.4. */
  readonly versionNumber: number;
  readonly synchronousCommit: string;
  /** Empty where no standby is waited for. */
  readonly standbyNames: string;
  readonly maxConnections: number;
  /** Whether anything that commits wait for is attached: a standby, or a receiver of the WAL. */
  readonly isWaitedFor: boolean;
};

/** What the server is, and how it commits. */
export async function readServer(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version') as version,
      current_setting('server_version_num')::int as "versionNumber",
      current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('synchronous_standby_names') as "standbyNames",
      current_setting('max_connections')::int as "maxConnections",
      exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as "isWaitedFor"`.execute(
    db,
  );
  return rows[0]!;
}
