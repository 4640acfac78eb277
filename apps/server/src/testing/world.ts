import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { composeEvents } from '../compose.ts';
import { LiveFiguresCache } from '../features/statistics/index.ts';
import { systemActor, type Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ctx } from '../platform/context.ts';
import { createDb, createPool } from '../platform/db/db.ts';
import { openEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { Keyring } from '../platform/keyring.ts';
import { Live } from '../platform/live/live.ts';

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & { advance(ms: number): void };

export type World = {
  readonly ctx: Ctx;
  readonly clock: TestClock;
  readonly live: Live;
  readonly pool: Pool;
};

const opened = openTestDatabase();
/** One for all worlds of the process: a job finds in their database what any of them sealed. */
const KEY = randomBytes(32);

/**
 * A context for tests: the embedded database in memory, or a fresh database on the server that
 * TEST_DATABASE_URL names; shared by the tests of one process, so each test makes its own users and goods.
 */
export const createWorld = async (actor: Actor = systemActor('test')): Promise<World> =>
  worldOn(await opened, actor);

/** The same on a database of its own, for tests of what is in all of a table. */
export const createLoneWorld = async (): Promise<World> =>
  worldOn(await openTestDatabase(), systemActor('test'));

function worldOn(pool: Pool, actor: Actor): World {
  const clock = fixedClock(new Date('2026-11-20T12:00:00Z'));
  const live = new Live();
  const ctx: Ctx = {
    actor,
    db: createDb(pool),
    clock,
    log: pino({ level: 'silent' }),
    requestId: 'test',
    address: '203.0.113.5',
    isSandbox: false,
    language: 'en',
    events: composeEvents(new LiveFiguresCache(live)),
    live,
    keyring: new Keyring(new Map([['k1', KEY]]), Buffer.alloc(32, 7)),
    publicUrl: 'http://localhost:3000',
  };
  return { ctx, clock, live, pool };
}

export const isOnPostgres = process.env['TEST_DATABASE_URL'] !== undefined;

function fixedClock(start: Date): TestClock {
  let now = start.getTime();
  return { now: () => new Date(now), advance: (ms) => void (now += ms) };
}

async function openTestDatabase(): Promise<Pool> {
  const url = process.env['TEST_DATABASE_URL'];
  const { pool } = url === undefined ? await openEmbedded(null) : { pool: await createOwnDatabase(url) };
  await migrate(createDb(pool));
  return pool;
}

async function createOwnDatabase(url: string): Promise<Pool> {
  const name = `portside_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const admin = createPool({ connectionString: url, max: 1 });
  await admin.query(`create database ${name}`);
  await admin.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return createPool({ connectionString: own.href, max: 80 });
}
