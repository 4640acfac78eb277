import { sql } from 'kysely';
import type { Db } from './db.ts';

type Replication = {
  /** `synchronous_commit` of this connection. */
  readonly commit: string;
  readonly user: string;
  readonly standbys: readonly {
    readonly name: string;
    /** sync, quorum, potential or async; null where this user may not see it. */
    readonly syncState: string | null;
  }[];
};

/**
 * The servers that copy this one and could take its place. Backups and subscribers copy too and never do. Without the
 * rights of pg_monitor a standby is only known to be there, or to be something else that copies.
 */
export async function readReplication(db: Db): Promise<Replication> {
  const { rows: settings } = await sql<{ commit: string; user: string }>`
    select current_setting('synchronous_commit') as commit, current_user::text as "user"`.execute(db);
  const { rows: standbys } = await sql<{ name: string; syncState: string | null }>`
    select coalesce(nullif(r.application_name, ''), 'process ' || r.pid)
        || coalesce(' at ' || host(r.client_addr), '') as name, r.sync_state as "syncState"
    from pg_stat_replication r
    where r.state is distinct from 'backup'
      and coalesce(r.application_name, '') not in ('pg_basebackup', 'pg_receivewal', 'pg_recvlogical')
      and not exists (select from pg_replication_slots s where s.active_pid = r.pid and s.slot_type = 'logical')
    order by r.pid`.execute(db);
  return { ...settings[0]!, standbys };
}

/** The settings without which PostgreSQL loses what it has acknowledged when the machine fails, and that are off. */
export async function listSwitchedOff(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}
