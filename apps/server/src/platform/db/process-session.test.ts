import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createOwnDatabase } from '../../testing/database-copies.ts';
import { createHttp } from '../http/http.ts';
import { isAnyProcessAway, ProcessSession } from './process-session.ts';
import { createDb, createPool, type Db } from './db.ts';

/** Locks that end with a connection need a server with several. */
const server = process.env['TEST_DATABASE_URL'];
const log = pino({ level: 'silent' });
const open: ProcessSession[] = [];
let url = '';
let db: Db;

beforeAll(async () => {
  if (server === undefined) return;
  const own = await createOwnDatabase(server, { isMigrated: false });
  ({ url } = own);
  const pool = createPool({ connectionString: url, max: 3 });
  db = createDb(pool);
  atEndOfFile(() => pool.end().then(own.drop));
});
afterEach(async () => {
  for (const session of open.splice(0)) await session.close();
});

async function openSession(isShared: boolean): Promise<ProcessSession> {
  const connect = () => new pg.Client({ connectionString: url });
  const session = await ProcessSession.open({ connect, log, isShared, giveUp: () => undefined });
  open.push(session);
  return session;
}

/** Takes the place of the only process as soon as its connection ends; returns what gives it back. */
async function takePlace(): Promise<() => Promise<void>> {
  const other = new pg.Client({ connectionString: url });
  other.on('error', () => undefined);
  await other.connect();
  const taken = other.query("select pg_advisory_lock(hashtext('portside process'))");
  await taken;
  return () => other.end();
}

async function endConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Others run on this server, each with a database of its own.
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'portside leader' and datname = current_database()`);
  await client.end();
}

test.runIf(server)(
  'the only process that lost its place to another answers no calls until it has it back',
  async () => {
    const session = await openSession(false);
    const http = await createHttp({
      log,
      trustedProxies: [],
      perMinute: null,
      mayServe: () => session.mayServe,
    });
    http.get('/api/anything', () => 'here');
    http.get('/readyz', () => 'asked');
    const answer = async (path: string) => (await http.inject(path)).statusCode;
    let apart = 0;
    session.onApart(() => (apart += 1));
    expect(await answer('/api/anything')).toBe(200);
    const placing = takePlace();
    await expect
      .poll(async () => {
        await endConnections();
        return session.mayServe;
      })
      .toBe(false);
    const giveBack = await placing;
    expect([await answer('/api/anything'), await answer('/readyz'), session.isLeader]).toEqual([
      503,
      200,
      false,
    ]);
    expect(apart).toBeGreaterThan(0);
    await giveBack();
    await expect.poll(() => session.mayServe).toBe(true);
    expect(await answer('/api/anything')).toBe(200);
    await http.close();
  },
);

test.runIf(server)(
  'one of several goes on through a lost connection, but not beside a process that shares nothing',
  async () => {
    const session = await openSession(true);
    await endConnections();
    await expect.poll(() => session.isLeader).toBe(true);
    expect(session.mayServe).toBe(true);
    const placing = takePlace();
    await endConnections();
    const giveBack = await placing;
    await expect.poll(() => session.mayServe).toBe(false);
    await giveBack();
    await expect.poll(() => session.mayServe).toBe(true);
  },
);

test.runIf(server)('a start goes on where its connection is lost, and lets the next one begin', async () => {
  const session = await openSession(true);
  await session.beginStart();
  await endConnections();
  // Before the lost connection is replaced.
  await expect.poll(() => session.isLeader).toBe(false);
  await session.endStart();
  await (await openSession(true)).beginStart();
});

test.runIf(server)(
  'the database knows of every process that cannot use Valkey, and forgets those that ended',
  async () => {
    const [one, other] = [await openSession(true), await openSession(true)];
    let isAway = false;
    other.reportAway(() => isAway);
    expect([one.isLeader, other.isLeader, await isAnyProcessAway(db)]).toEqual([true, false, false]);
    isAway = true;
    await expect.poll(() => isAnyProcessAway(db)).toBe(true);
    await endConnections();
    await expect.poll(() => isAnyProcessAway(db)).toBe(true);
    isAway = false;
    await expect.poll(() => isAnyProcessAway(db)).toBe(false);
    isAway = true;
    await expect.poll(() => isAnyProcessAway(db)).toBe(true);
    await other.close();
    expect(await isAnyProcessAway(db)).toBe(false);
  },
);
