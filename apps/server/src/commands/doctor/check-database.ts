import type { Config } from '../../config/config.ts';
import { readNewestBackup } from '../../platform/backups.sql.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { listPending } from '../../platform/db/migrate.ts';
import { mayMakeTables, readRoleRights } from '../../platform/db/shop-role.sql.ts';
import { listSwitchedOff, readReplication, findUnsafeStandbys } from '../../platform/db/require-durable.ts';
import { describeFindings } from '../../platform/describe-findings.ts';
import { readKeys } from '../../platform/keys/sealing-keys.sql.ts';
import { sealedTables } from '../../compose/compose.ts';
import { requireKeys } from '../../platform/keys/rotate-keys.ts';
import { fault, resultsOf, ok, warning, type CheckResult } from './check-result.ts';
import { sql } from 'kysely';
import { HOUR_MS } from '../../platform/clock.ts';
import { compareTimeZones, readSetting } from '../../features/settings/index.ts';

const OLDEST_VERSION = 150_000;
const MOST_CLOCK_MS = 2_000;
const OLD_BACKUP_MS = 26 * 3_600_000;

type Accepted = Pick<Config, 'acceptAsyncStandby' | 'migrateDatabaseUrl'>;

/** Looks at PostgreSQL: version, durability, standbys, tables, clock, keys and backups. Changes nothing. */
export async function checkDatabase(ctx: Ctx, accepted: Accepted): Promise<readonly CheckResult[]> {
  const { db } = ctx;
  const all = await Promise.all([
    resultsOf('database', () => checkServer(db)),
    resultsOf('durability', () => checkDurability(db)),
    resultsOf('standbys', () => checkStandbys(db, accepted)),
    resultsOf('tables', () => checkTables(db, accepted)),
    resultsOf('role', () => checkRole(db)),
    resultsOf('clock', () => checkClock(db)),
    resultsOf('time zone', () => checkTimeZone(db)),
    resultsOf('keys', () => checkKeys(ctx)),
    resultsOf('backup', () => checkBackup(ctx)),
  ]);
  return all.flat();
}

async function checkServer(db: Db): Promise<CheckResult[]> {
  const { version, versionNumber, maxConnections } = await readServer(db);
  return [
    versionNumber >= OLDEST_VERSION
      ? ok('database', `PostgreSQL ${version}, at most ${maxConnections} connections`)
      : fault('database', `PostgreSQL ${version} is too old: version 15 or newer is required`),
  ];
}

async function checkDurability(db: Db): Promise<CheckResult[]> {
  const { synchronousCommit } = await readServer(db);
  const off = await listSwitchedOff(db);
  if (off.length > 0)
    return [
      fault('durability', `${off.join(' and ')} = off: a crash loses acknowledged orders; serve refuses it`),
    ];
  const told = `synchronous_commit = ${synchronousCommit}`;
  if (synchronousCommit === 'local')
    return [warning('durability', `${told}: commits would not wait for a standby`)];
  if (synchronousCommit === 'remote_write')
    return [warning('durability', `${told}: orders are lost if both machines lose power`)];
  return [ok('durability', told)];
}

/** The rule of the shop's start and its alarm. */
async function checkStandbys(db: Db, { acceptAsyncStandby }: Accepted): Promise<CheckResult[]> {
  const { standbyNames, isWaitedFor } = await readServer(db);
  const { standbys } = await readReplication(db);
  const unsafe = await findUnsafeStandbys(db);
  if (unsafe !== null) {
    const told = describeFindings('en', [unsafe]);
    return [
      acceptAsyncStandby
        ? warning('standbys', `${told} Accepted by ACCEPT_ASYNC_STANDBY: if it takes over, orders are lost.`)
        : fault('standbys', `${told} A failover loses acknowledged orders; serve refuses this.`),
    ];
  }
  if (standbyNames !== '' && !isWaitedFor)
    return [
      fault('standbys', `synchronous_standby_names = ${standbyNames}, but none is attached: commits wait`),
    ];
  return standbys.length === 0
    ? [warning('standbys', 'none: a lost disk loses everything since the last backup or archived WAL')]
    : [ok('standbys', standbys.map(({ name, syncState }) => `${name}: ${syncState}`).join(', '))];
}

async function checkTables(db: Db, { migrateDatabaseUrl }: Accepted): Promise<CheckResult[]> {
  const pending = await listPending(db);
  if (pending.length === 0) return [ok('tables', 'up to date')];
  const told = pending.join(', ');
  return migrateDatabaseUrl !== null || (await mayMakeTables(db))
    ? [warning('tables', `will be updated at the next start: ${told}`)]
    : [fault('tables', `serve refuses to start: run portside migrate first, as their owner (${told})`)];
}

async function checkRole(db: Db): Promise<CheckResult[]> {
  const { role, changeable, isOwner } = await readRoleRights(db);
  if (isOwner)
    return [warning('role', `${role} owns tables: docs/operating.md describes a role with fewer privileges`)];
  return changeable.length === 0
    ? [ok('role', `${role} can neither rewrite the audit log and the ledger nor change a table`)]
    : [warning('role', `${role} could change ${changeable.join(', ')}: portside migrate --grants ${role}`)];
}

async function checkClock(db: Db): Promise<CheckResult[]> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const apartMs = Math.abs(rows[0]!.now.getTime() - (before + Date.now()) / 2);
  const told = `${Math.round(apartMs)} ms from the database's`;
  return [apartMs <= MOST_CLOCK_MS ? ok('clock', told) : fault('clock', `${told}: is NTP running on both?`)];
}

/** The database finds the shop's days, the runtime shows them. */
async function checkTimeZone(db: Db): Promise<CheckResult[]> {
  const zone = await readSetting(db, 'timeZone');
  const apartS = (await compareTimeZones(db)).find(({ name }) => name === zone)?.apartS ?? 0;
  if (apartS === 0) return [ok('time zone', zone)];
  const minutes = Math.abs(apartS) / 60;
  return [
    fault(
      'time zone',
      `in ${zone} the database is ${minutes} minutes ${apartS > 0 ? 'ahead of' : 'behind'} this machine's Node: update the time zone rules (tzdata) of the older one`,
    ),
  ];
}

async function checkKeys(ctx: Ctx): Promise<CheckResult[]> {
  await requireKeys(ctx.db, ctx.keyring, sealedTables);
  const states = await readKeys(ctx);
  return [ok('keys', states.map(({ id, state }) => `${id} ${state}`).join(', '))];
}

async function checkBackup({ db, clock }: Ctx): Promise<CheckResult[]> {
  const newest = await readNewestBackup(db);
  if (!newest)
    return [warning('backup', 'none known: portside backup FOLDER, or portside backup --taken PLACE')];
  const ageMs = clock.now().getTime() - newest.taken_at.getTime();
  const told = `${Math.floor(ageMs / HOUR_MS)} hours old: ${newest.place}`;
  return [ageMs <= OLD_BACKUP_MS ? ok('backup', told) : warning('backup', told)];
}

type ServerFacts = {
  readonly version: string;
  /** As PostgreSQL numbers it: 150004 for 15.4. */
  readonly versionNumber: number;
  readonly synchronousCommit: string;
  /** Empty if no standby is waited for. */
  readonly standbyNames: string;
  readonly maxConnections: number;
  /** Whether anything that commits wait for is attached: a standby, or a receiver of the WAL. */
  readonly isWaitedFor: boolean;
};

/** What the server is, and how it commits. */
async function readServer(db: Db): Promise<ServerFacts> {
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
