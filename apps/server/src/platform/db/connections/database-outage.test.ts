import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openPostgres } from '../../../boot/open-base.ts';
import { isOnPostgres } from '../../../testing/world.ts';
import { createHttp } from '../../http/http.ts';
import { Jobs } from '../../jobs.ts';
import { parseDatabaseUrl } from '../database-url.ts';
import { DatabaseOutage } from './database-outage.ts';
import { createDb, createPool, pingDb } from '../db.ts';
import { openDatabaseAccess } from './failover-client.ts';

const JOBS = 20;
const CALLS = 50;
const AWAY_MS = 3_000;
const REMIND_MS = 1_000;

/** A proxy in front of the database; stopping it is an outage. */
async function startDoor(url: string) {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let own = 0;
  const listen = async (): Promise<Server> => {
    const server = createServer((shop) => {
      const database = connect(Number(port), hostname);
      shop.pipe(database).pipe(shop);
      for (const socket of [shop, database]) {
        open.add(socket);
        socket.on('error', () => undefined).on('close', () => open.delete(socket));
      }
    }).listen(own, '127.0.0.1');
    await once(server, 'listening');
    own = (server.address() as AddressInfo).port;
    return server;
  };
  let server = await listen();
  const door = new URL(url);
  door.host = `127.0.0.1:${own}`;
  const close = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { url: door.href, close, reopen: async () => void (server = await listen()) };
}

test.runIf(isOnPostgres)(
  'a database that is away is one line when it goes, some while it is away and one when it is back',
  async () => {
    const door = await startDoor(process.env['TEST_DATABASE_URL']!);
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const pool = await openPostgres(openDatabaseAccess(door.url), log);
    const db = createDb(pool);
    const outage = new DatabaseOutage(db, log, REMIND_MS);
    const jobs = new Jobs(log, undefined, undefined, outage);
    let runs = 0;
    for (let job = 0; job < JOBS; job += 1) {
      const run = async () => {
        await pingDb(db);
        runs += 1;
        return { more: false };
      };
      jobs.start({ name: `job ${job}`, everyMs: 20, run });
    }
    const http = await createHttp({ log, trustedProxies: [], perMinute: null, outage });
    http.get('/api/asks', async () => pingDb(db));
    await expect.poll(() => runs).toBeGreaterThan(JOBS);

    door.close();
    const gone = performance.now();
    const answers = await Promise.all(Array.from({ length: CALLS }, () => http.inject('/api/asks')));
    for (const { statusCode, headers, json } of answers) {
      expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
      expect(json()).toMatchObject({ code: 500_005, data: null });
    }
    await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
    await door.reopen();
    await expect.poll(() => lines.some((line) => line.includes('the database is back'))).toBe(true);
    const mostReminders = Math.ceil((performance.now() - gone) / REMIND_MS);

    const count = (text: string) => lines.filter((line) => line.includes(text)).length;
    expect([count('the database is away'), count('the database is back')]).toEqual([1, 1]);
    expect(count('still away')).toBeGreaterThan(0);
    expect(count('still away')).toBeLessThanOrEqual(mostReminders);
    expect(lines).toHaveLength(2 + count('still away'));
    const before = runs;
    await expect.poll(() => runs).toBeGreaterThan(before + JOBS);
    await jobs.stop();
    outage.stop();
    await http.close();
    await pool.end();
    door.close();
  },
);

test('what is no loss of the database keeps its own line', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  const db = createDb(createPool({ connectionString: 'postgresql://127.0.0.1:1/x' }));
  const outage = new DatabaseOutage(db, log);
  expect(await outage.explains(new Error('the mail server says no'))).toBe(false);
  expect(lines).toEqual([]);
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect([await outage.explains(refused), await outage.explains(refused)]).toEqual([true, true]);
  expect(lines).toHaveLength(1);
  outage.stop();
  await db.destroy();
});

test('several hosts are read as libpq reads them', () => {
  const url =
    'postgresql://shop:p%40ss@one:5433,two/portside?sslmode=disable&target_session_attrs=read-write';
  expect(parseDatabaseUrl(url)).toEqual({
    urls: [
      'postgresql://shop:p%40ss@one:5433/portside?sslmode=disable',
      'postgresql://shop:p%40ss@two/portside?sslmode=disable',
    ],
    needsWrites: true,
  });
  expect(parseDatabaseUrl('postgres://one/portside').needsWrites).toBe(false);
});

test.each([
  ['mysql://one/shop', 'postgresql://'],
  ['postgresql://one:port/shop', 'no address'],
  ['postgresql://one,two/shop?target_session_attrs=standby', 'read-write'],
])('%s is refused without its password', (url, words) => {
  expect(() => parseDatabaseUrl(url.replace('one', 'shop:secret@one'))).toThrow(words);
  expect(() => parseDatabaseUrl(url.replace('one', 'shop:secret@one'))).not.toThrow('secret');
});

/** A way to the database that can be closed and opened again, as a host that dies and comes back. */
async function openWay(url: string) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isOpen = true;
  const server = createServer((shop) => {
    if (!isOpen) {
      shop.destroy();
      return;
    }
    const database = connect(Number(port), hostname);
    shop.pipe(database).pipe(shop);
    for (const socket of [shop, database]) sockets.add(socket.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(state: 'open' | 'closed') {
      isOpen = state === 'open';
      if (!isOpen) for (const socket of sockets) socket.destroy();
    },
    stop: () => void server.close(),
  };
}

test.runIf(isOnPostgres)('connections go to the host that accepts writes, and follow it', async () => {
  const real = process.env['TEST_DATABASE_URL']!;
  const [one, two] = [await openWay(real), await openWay(real)];
  const url = new URL(real);
  const login = url.username && `${url.username}${url.password && `:${url.password}`}@`;
  const rest = `${url.pathname}${url.search}`;
  const access = openDatabaseAccess(`postgresql://${login}${one.host},${two.host}${rest}`);
  const pool = createPool({ ...access, max: 3 });
  const used = () => new Set([...(pool['_clients' as never] as { port: number }[])].map(({ port }) => port));
  const portOf = (way: typeof one) => Number(way.host.split(':')[1]);
  const ask = () => Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.05)')));

  await ask();
  expect(used()).toEqual(new Set([portOf(one)]));
  one.set('closed');
  await expect(pool.query('select 1').then(() => pool.query('select 1'))).rejects.toThrow();
  access.hosts.giveUp();
  await ask();
  expect(used()).toEqual(new Set([portOf(two)]));
  two.set('closed');
  one.set('open');
  access.hosts.giveUp();
  await expect
    .poll(() =>
      pool
        .query('select 1')
        .then(() => [...used()])
        .catch(() => []),
    )
    .toEqual([portOf(one)]);
  await pool.end();
  one.stop();
  two.stop();
});
