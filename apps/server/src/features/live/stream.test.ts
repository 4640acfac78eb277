import type { LiveEvents } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/context.ts';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { setUserStatus } from '../users/index.ts';

let shop: TestShop;
let base: string;
const sources: EventSource[] = [];
beforeAll(async () => {
  shop = await createTestShop();
  await shop.app.http.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(shop.app.http.server.address() as AddressInfo).port}`;
});
afterEach(() => sources.splice(0).forEach((source) => source.close()));
afterAll(() => shop.app.stop());

type Stream = {
  readonly source: EventSource;
  readonly events: { name: string; data: unknown }[];
  next<N extends keyof LiveEvents>(name: N): Promise<LiveEvents[N]>;
};

/** A stream as a page opens it, with everything it heard. */
function open(token: string | null, visitor: string): Stream {
  const source = new EventSource(`${base}/api/live?visitor=${visitor}`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...(token && bearer(token)) } }),
  });
  sources.push(source);
  const events: Stream['events'] = [];
  for (const name of ['figures', 'balance', 'order', 'session']) {
    source.addEventListener(
      name,
      (event) => void events.push({ name, data: JSON.parse(event.data as string) }),
    );
  }
  const next: Stream['next'] = async (name) => {
    const count = events.filter((event) => event.name === name).length;
    const later = () => events.filter((event) => event.name === name)[count];
    await expect.poll(later, { interval: 5 }).toBeDefined();
    return later()!.data as never;
  };
  return { source, events, next };
}

const publish = (userId: string, order_no: string): void =>
  shop.app.systemCtx('test').live.publish({ to: BigInt(userId), name: 'order', data: { order_no } });

test('a visitor receives the figures; a user also receives their own changes', async () => {
  const { token } = await shop.register();
  const visitor = open(null, 'visitor-1');
  expect(await visitor.next('figures')).toMatchObject({ online_users: 1 });
  const user = open(token, 'visitor-2');
  expect(await user.next('balance')).toEqual({ balance: '0.00' });
  expect(user.events[0]).toMatchObject({ name: 'figures', data: { online_users: 2 } });
  expect(visitor.events.filter(({ name }) => name === 'balance')).toEqual([]);
});

test('own changes reach every stream of the user and no other', async () => {
  const [ann, bob] = [await shop.register(), await shop.register()];
  const streams = [open(ann.token, 'ann-home'), open(ann.token, 'ann-work'), open(bob.token, 'bob-home')];
  await Promise.all(streams.map((stream) => stream.next('balance')));
  publish(ann.id, 'A1');
  await Promise.all([streams[0]!.next('order'), streams[1]!.next('order')]);
  publish(bob.id, 'B1');
  expect(await streams[2]!.next('order')).toEqual({ order_no: 'B1' });
});

test.each(['logout', 'password change', 'freeze'])('the stream ends with its session: %s', async (end) => {
  const ann = await shop.register();
  const [here, bystander] = [open(ann.token, 'ann-home'), open(null, 'bystander')];
  await Promise.all([here.next('balance'), bystander.next('figures')]);
  const told = here.next('session');
  const closed = new Promise((resolve) => here.source.addEventListener('error', resolve));
  if (end === 'logout') await shop.call('POST', '/api/auth/logout', undefined, bearer(ann.token));
  if (end === 'freeze') await setUserStatus(shop.app.systemCtx('test'), BigInt(ann.id), 'frozen');
  if (end === 'password change') {
    const change = { old_password: 'harbour-9', password: 'harbour-10' };
    await shop.call('PUT', '/api/auth/password', change, bearer(ann.token));
  }
  expect(await told).toEqual({});
  await closed;
  expect(bystander.events.some(({ name }) => name === 'session')).toBe(false);
});

test('logging out elsewhere leaves this stream open', async () => {
  const ann = await shop.register();
  const login = { username: ann.username, password: 'harbour-9' };
  const { data } = await shop.call('POST', '/api/auth/login', login);
  const here = open(ann.token, 'ann-home');
  await here.next('balance');
  await shop.call('POST', '/api/auth/logout', undefined, bearer(data.token));
  publish(ann.id, 'A1');
  expect(await here.next('order')).toEqual({ order_no: 'A1' });
  expect(here.events.some(({ name }) => name === 'session')).toBe(false);
});

test('what was rolled back is never published', async () => {
  const ann = await shop.register();
  const here = open(ann.token, 'ann-home');
  await here.next('balance');
  const step = inTransaction(shop.app.systemCtx('test'), async ({ live }) => {
    live.publish({ to: BigInt(ann.id), name: 'order', data: { order_no: 'UNDONE' } });
    throw new Error('no');
  });
  await expect(step).rejects.toThrow('no');
  publish(ann.id, 'DONE');
  expect(await here.next('order')).toEqual({ order_no: 'DONE' });
});

/** The raw answer, until the first event has come. */
async function ask(headers: Record<string, string>) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve) => {
    const request = get(`${base}/api/live`, { headers }, (answer) => {
      answer.once('data', (chunk: Buffer) => {
        resolve({ status: answer.statusCode!, headers: answer.headers, text: chunk.toString() });
        request.destroy();
      });
    });
  });
}

test('the stream is neither compressed nor cached, and keeps its security headers', async () => {
  const { status, headers, text } = await ask({ 'accept-encoding': 'br, gzip' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^text\/event-stream/) as unknown,
    'cache-control': expect.stringContaining('no-') as unknown,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as unknown,
  });
  expect(headers['content-encoding']).toBeUndefined();
  expect(text).toContain('event: figures');
});

test("a frozen user's stream is refused like any of their calls; an expired token gets a visitor's stream", async () => {
  const ann = await shop.register();
  await setUserStatus(shop.app.systemCtx('test'), BigInt(ann.id), 'frozen');
  const frozen = await ask(bearer(ann.token));
  expect([frozen.status, JSON.parse(frozen.text).code]).toEqual([403, 200002]);
  expect((await ask(bearer('stale'))).status).toBe(200);
});

test('an interrupted stream catches up', async () => {
  const ann = await shop.register();
  const here = open(ann.token, 'ann-home');
  await here.next('balance');
  const seen = new Promise<string>((resolve) => {
    here.source.addEventListener('order', (event) => resolve(event.lastEventId));
  });
  publish(ann.id, 'A1');
  const lastEventId = await seen;
  here.source.close();
  publish(ann.id, 'A2');
  const { text } = await ask({ ...bearer(ann.token), 'last-event-id': lastEventId });
  expect(text).toContain('A2');
  expect(text).not.toContain('A1');
});

test("a page's first stream brings what happened since a moment before it", async () => {
  const ann = await shop.register();
  const askedAt = Date.now();
  await sleep(5);
  publish(ann.id, 'B1');
  const { text } = await ask({ ...bearer(ann.token), 'last-event-id': `${askedAt}-0` });
  expect(text).toContain('B1');
  expect((await ask(bearer(ann.token))).text).not.toContain('B1');
});

test('a closed stream is no longer counted', async () => {
  const watching = open(null, 'watching-1');
  await watching.next('figures');
  const leaving = open(null, 'leaving-1');
  const { online_users } = await leaving.next('figures');
  leaving.source.close();
  const count = async () => (await shop.call('GET', '/api/live-figures')).data.online_users as number;
  await expect.poll(count).toBe(online_users - 1);
});

test('a stop ends the streams and finishes pending answers', async () => {
  const stopping = await createTestShop();
  const { http } = stopping.app;
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as AddressInfo;
  const stream = await fetch(`http://127.0.0.1:${port}/api/live`);
  const arrived = once(http.server, 'request');
  const wrong = JSON.stringify({ username: 'nobody-at-all', password: 'wrong-one' });
  const answering = fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: wrong,
  });
  await arrived;
  const stopped = stopping.app.stop();
  expect((await answering).status).toBe(401);
  expect(await stream.text()).toContain('event: figures');
  await stopped;
  expect(stopping.live.countStreams()).toBe(0);
});
