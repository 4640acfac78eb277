import type { Pool } from 'pg';
import { describeFindings } from '../describe-findings.ts';
import { StartError } from '../refusal.ts';
import { describeLoss } from './connections/database-outage.ts';
import { createDb, type Db } from './db.ts';
import type { Finding } from '@portside/contract';
import { sql } from 'kysely';

/**
 * Refuses to start (StartError) on a PostgreSQL that may lose transactions it has acknowledged: by itself, or in a
 * failover to a standby that does not have them yet, which `acceptAsyncStandby` accepts.
 */
export const requireDurablePostgres = (pool: Pool, acceptAsyncStandby: boolean): Promise<void> =>
  requireAnswer(async () => {
    const db = createDb(pool);
    const [off] = await listSwitchedOff(db);
    if (off !== undefined) throw new StartError(`PostgreSQL runs with ${off} = off: real money needs it on`);
    if (acceptAsyncStandby) return;
    const unsafe = await findUnsafeStandbys(db);
    if (unsafe === null) return;
    const reason = describeFindings('en', [unsafe]);
    throw new StartError(
      `A failover of PostgreSQL would lose orders and sell accounts twice. ${reason}\n` +
        'ACCEPT_ASYNC_STANDBY=1 takes the risk, for a standby that never takes over by itself.',
    );
  });

/** Throws a StartError if the database does not answer. */
export const requireAnsweringPostgres = (pool: Pool): Promise<void> =>
  requireAnswer(async () => void (await pool.query('select 1')));

async function requireAnswer(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: the database does not answer (${describeLoss(error)})`, error);
  }
}

/** Without these, a commit is acknowledged before any standby has it. */
const WAITS_FOR_NOBODY = new Set(['off', 'local']);

/**
 * Why a failover of this database may lose orders that were acknowledged, null if it cannot, or where there is no
 * standby to fail over to.
 */
export async function findUnsafeStandbys(db: Db): Promise<Finding | null> {
  const { commit, user, standbys } = await readReplication(db);
  if (standbys.length === 0) return null;
  if (standbys.some(({ syncState }) => syncState === null))
    return { code: 'standbysHidden', facts: { user } };
  if (WAITS_FOR_NOBODY.has(commit)) return { code: 'commitsWaitForNone', facts: { setting: commit } };
  const async = standbys.filter(({ syncState }) => syncState === 'async').map(({ name }) => name);
  if (async.length === 0) return null;
  return { code: 'standbysAsync', facts: { standbys: async.join(', ') } };
}

type Replication = {
  /** `synchronous_commit` of this connection. */
  readonly commit: string;
  readonly user: string;
  readonly standbys: readonly {
    readonly name: string;
    /** sync, quorum, potential or async; null if this user may not see it. */
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
