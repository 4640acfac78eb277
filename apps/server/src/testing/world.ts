import { NETWORKS, type Network } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { composeEvents } from '../compose/compose.ts';
import { LiveFiguresCache } from '../features/live/index.ts';
import { systemActor, type Actor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ctx, Events } from '../platform/context.ts';
import { createDb, createPool } from '../platform/db/db.ts';
import { openEmbedded } from '../platform/db/embedded.ts';
import { Keyring } from '../platform/keys/keyring.ts';
import { Live } from '../platform/live.ts';
import { openMigratedCopy, createOwnDatabase } from './database-copies.ts';
import { atEndOfFile } from './end-of-file.ts';
import type { EventName, EventPayloads } from '../platform/events.ts';

/** A clock that is fixed until a test moves it. */
export type TestClock = Clock & { advance(ms: number): void };

export type World = {
  readonly ctx: Ctx;
  readonly clock: TestClock;
  readonly live: Live;
  readonly pool: Pool;
};

/** One for all worlds of a file: a job finds in their database what any of them sealed. */
const KEY = randomBytes(32);

let database: Promise<Pool> | null = null;

/**
 * A context for tests, on the database of the test file: the embedded one in memory, or one on the server that
 * TEST_DATABASE_URL names. All tests of the file share it, no other file sees it.
 */
export const createWorld = async (actor: Actor = systemActor('test')): Promise<World> =>
  worldOn(await (database ??= openForFile()), actor);

/** The same on a database that no other test of the file has touched, for what is in all of a table. */
export const createFreshWorld = async (): Promise<World> =>
  worldOn(await openTestDatabase(), systemActor('test'));

function worldOn(pool: Pool, actor: Actor): World {
  const clock = fixedClock(new Date('2026-11-20T12:00:00Z'));
  const live = new Live();
  const log = pino({ level: 'silent' });
  const ctx: Ctx = {
    actor,
    db: createDb(pool),
    clock,
    log,
    processLog: log,
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

/** Cases of a property that asks the database: fewer on the embedded one, which is slower and has one connection. */
export const runsHere = (onPostgres: number): number =>
  isOnPostgres ? onPostgres : Math.ceil(onPostgres / 3);

/**
 * The networks that a test of each network tries here: the first on either database, the others in turn on one of the
 * two, because they run the same code.
 */
export const networksHere: readonly Network[] = NETWORKS.filter(
  (_, place) => place === 0 || (place % 2 === 0) === isOnPostgres,
);

function fixedClock(start: Date): TestClock {
  let now = start.getTime();
  return { now: () => new Date(now), advance: (ms) => void (now += ms) };
}

function openForFile(): Promise<Pool> {
  atEndOfFile(() => Promise.resolve((database = null)));
  return openTestDatabase();
}

/** A database without a table, for tests of how tables are made. */
export const createEmptyDatabase = (): Promise<Pool> => openTestDatabase({ isMigrated: false });

/** On PostgreSQL, with the fewer privileges of the running shop; on a database of its own. */
export const createWorldAsShopRole = async (): Promise<World> =>
  worldOn(await openTestDatabase({ asShopRole: true }), systemActor('test'));

type Wanted = { readonly isMigrated?: boolean; readonly asShopRole?: boolean };

/**
 * TEST_AS_SHOP_ROLE=1 runs the tests on PostgreSQL as the shop's role; a few need more, to do what an attacker does.
 */
const isEachAsShopRole = process.env['TEST_AS_SHOP_ROLE'] === '1';

/** Closed and gone when the file ends. */
async function openTestDatabase({
  isMigrated = true,
  asShopRole = isEachAsShopRole,
}: Wanted = {}): Promise<Pool> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) {
    const { pool, close } = await (isMigrated ? openMigratedCopy() : openEmbedded(null));
    atEndOfFile(close);
    return pool;
  }
  const { url, shopUrl, drop } = await createOwnDatabase(server, {
    isMigrated,
    hasShopRole: asShopRole,
  });
  const connectionString = isMigrated && asShopRole ? shopUrl : url;
  const pool = createPool({ connectionString, max: 80 });
  atEndOfFile(async () => {
    await pool.end();
    await drop();
  });
  return pool;
}

type Announced = { [N in EventName]: { readonly name: N } & EventPayloads[N] }[EventName];

/** Collects what is announced under these names, in order. What is rolled back later stays in the list. */
export function collectEvents(events: Events, names: readonly EventName[]): Announced[] {
  const announced: Announced[] = [];
  for (const name of names)
    events.on(name, async (_, payload) => void announced.push({ name, ...payload } as Announced));
  return announced;
}
