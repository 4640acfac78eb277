import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { HubLink } from '../hub/hub-link.ts';
import { Hub } from '../hub/hub.ts';
import { createHttp } from './http.ts';

async function createCounted(hub: HubLink, perMinute: number) {
  const log = pino({ level: 'silent' });
  const http = await createHttp({ log, trustedProxies: ['127.0.0.1'], perMinute, hub });
  for (const path of ['/one', '/two']) http.get(path, () => ({ code: 200 }));
  http.get('/strict', { config: { rateLimit: { max: 2 } } }, () => ({ code: 200 }));
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
