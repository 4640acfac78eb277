import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { HubLink } from '../hub/hub-link.ts';
import { Hub } from '../hub/hub.ts';
import { Refusal } from '../refusal.ts';
import { createHttp } from './http.ts';

async function createCounted(hub: HubLink, perMinute: number) {
  const log = pino({ level: 'silent' });
  const http = await createHttp({ log, trustedProxies: ['127.0.0.1'], perMinute, hub });
  for (const path of ['/one', '/two']) http.get(path, () => ({ code: 200 }));
  http.get('/strict', { config: { perMinute: 2 } }, () => ({ code: 200 }));
  return async (url: string, address = '203.0.113.1') => {
    const { statusCode, headers } = await http.inject({ url, headers: { 'x-forwarded-for': address } });
    return { status: statusCode, retryAfter: headers['retry-after'] };
  };
}

test('a limit holds over all that share a hub, per address, and says when to retry', async () => {
  const hub = new Hub();
  const [one, other] = [await createCounted(hub, 4), await createCounted(hub, 4)];
  for (const ask of [one, other, one, other]) expect((await ask('/one')).status).toBe(200);
  for (const ask of [one, other]) {
    const { status, retryAfter } = await ask('/two');
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  }
  expect((await one('/one', '203.0.113.2')).status).toBe(200);
});

test('an endpoint with its own limit has its own counter, shared too', async () => {
  const hub = new Hub();
  const [one, other] = [await createCounted(hub, 100), await createCounted(hub, 100)];
  const answers = [await one('/strict'), await other('/strict'), await one('/strict'), await other('/one')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
});

test('one IPv6 network is one caller, and a call is counted once, also where only its headers are asked for', async () => {
  const log = pino({ level: 'silent' });
  const http = await createHttp({ log, trustedProxies: ['127.0.0.1'], perMinute: 10 });
  http.get('/', () => ({ code: 200 }));
  const ask = async (method: 'GET' | 'HEAD', address: string) => {
    const { headers } = await http.inject({ method, url: '/', headers: { 'x-forwarded-for': address } });
    return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']];
  };
  expect(await ask('GET', '2001:db8::1')).toEqual(['10', '9', '60']);
  expect(await ask('HEAD', '2001:db8::2')).toEqual(['10', '8', '60']);
  expect(await ask('GET', '2001:db8:0:1::1')).toEqual(['10', '9', '60']);
});

test('a call is counted before its other hooks, and one that is refused by them too', async () => {
  const log = pino({ level: 'silent' });
  const http = await createHttp({ log, trustedProxies: [], perMinute: 2 });
  http.get('/', { onRequest: async () => Promise.reject(new Refusal('notSignedIn')) }, () => ({ code: 200 }));
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await http.inject('/')).statusCode);
  expect(statuses).toEqual([401, 401, 429]);
});

test('a connection that is reset before its call is read makes no failure', async () => {
  const failures: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void failures.push(line) });
  const http = await createHttp({ log, trustedProxies: [], perMinute: 100_000 });
  http.get('/', () => 'ok');
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const reset = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(5), () => socket.resetAndDestroy()),
      );
      socket.once('close', () => resolve());
    });
  for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 10 }, reset));
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  await http.close();
  expect(failures).toEqual([]);
});
