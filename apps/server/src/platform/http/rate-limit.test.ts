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
    expect(Number(retryAfter)).toBeGreaterThan(50);
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
