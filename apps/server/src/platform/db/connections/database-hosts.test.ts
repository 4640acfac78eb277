import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createPool } from '../db.ts';
import { parseDatabaseUrl } from '../database-url.ts';
import { openDatabaseAccess } from './failover-client.ts';
import { isOnPostgres } from '../../../testing/world.ts';

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
