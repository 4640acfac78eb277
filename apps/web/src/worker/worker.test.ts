// @vitest-environment node
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { KEPT_AT } from '../lib/browser/worker-messages.ts';
import { Keeper, isKeepable, keptRequest, type KeptRequest, type RequestEvent } from './keeper.ts';
import { serve } from './worker.ts';
import { MemoryCaches } from './testing/memory-caches.ts';

const ORIGIN = 'https://shop.example';
type Asked = { method?: string; mode?: RequestMode; headers?: Record<string, string> };
const ask = (path: string, { method = 'GET', mode = 'cors', headers = {} }: Asked = {}) =>
  keptRequest({ method, mode, url: new URL(path, ORIGIN).href, headers: new Headers(headers) }, ORIGIN);

test.each([
  ['/', '/'],
  ['/client/main', '/client/main'],
  ['/Client/Main/', '/client/main'],
  // What follows the path may be a secret.
  ['/pay?ticket=secret', '/pay'],
  ['/login?redirect=/order/1#x', '/login'],
  ['/product/7-box?quantity=3', '/product/7-box'],
])('the page %s is kept as %s', (path, key) => {
  expect(ask(path, { mode: 'navigate' })).toEqual({ kind: 'page', key });
});

test.each(['/admin', '/admin/goods', '/order/123', '/nothing', '/product/7/more', '/api/goods', '/metrics'])(
  'the page %s is not kept',
  (path) => {
    expect(ask(path, { mode: 'navigate' })).toBeNull();
  },
);

test.each([
  ['/assets/own-1.js', 'asset', '/assets/own-1.js'],
  ['/api/brand/images/1', 'asset', '/api/brand/images/1'],
  ['/start.js', 'start', '/start.js'],
  ['/api/goods', 'catalogue', '/kept/ru/api/goods'],
  ['/api/goods?cursor=ab', 'catalogue', '/kept/ru/api/goods?cursor=ab'],
  ['/api/goods/12', 'catalogue', '/kept/ru/api/goods/12'],
  ['/api/categories', 'catalogue', '/kept/ru/api/categories'],
])('%s is kept, for everybody alike', (path, kind, key) => {
  for (const authorization of ['Bearer one', 'Bearer two'])
    expect(ask(path, { headers: { authorization, 'accept-language': 'ru' } })).toEqual({ kind, key });
});

test.each([
  '/api/auth/me',
  '/api/orders',
  '/api/orders/1/accounts',
  '/api/recharges',
  '/api/payment-methods/enabled',
  '/api/deposit-addresses',
  '/api/live?visitor=1',
  '/api/site-config',
  '/api/goods?q=secret',
  '/api/goods?cursor=1&q=secret',
  '/api/goods/1/images/2',
  '/api/goods/1/x',
  '/assets/admin/goods-1.js',
  '/assets/own-1.js?x',
  '/assets/%2e%2e/x',
  'https://elsewhere.example/api/goods',
])('%s never passes through the worker', (path) => {
  expect(ask(path)).toBeNull();
});

test('only plain reading is kept', () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) expect(ask('/api/goods', { method })).toBeNull();
  expect(ask('/assets/own-1.js', { headers: { range: 'bytes=0-' } })).toBeNull();
});

const PAGE: KeptRequest = { kind: 'page', key: '/client/main' };
const FILE: KeptRequest = { kind: 'asset', key: '/assets/own-1.js' };
const GOODS: KeptRequest = { kind: 'catalogue', key: '/kept/en/api/goods' };

/** An answer as a browser gets one from the shop. */
function answerOf(text: string, type: string, { status = 200, redirected = false } = {}): Response {
  const answer = new Response(text, { status, headers: { 'content-type': type } });
  Object.defineProperties(answer, { type: { value: 'basic' }, redirected: { value: redirected } });
  return answer;
}

test('what is not what was asked for is not kept', () => {
  expect(isKeepable(FILE, answerOf('', 'text/javascript; charset=utf-8'))).toBe(true);
  expect(isKeepable(FILE, answerOf('', 'application/javascript'))).toBe(true);
  expect(isKeepable(FILE, answerOf('<h1>Hotel</h1>', 'text/html'))).toBe(false);
  expect(isKeepable(PAGE, answerOf('{}', 'application/json'))).toBe(false);
  expect(isKeepable(PAGE, answerOf('', 'text/html', { redirected: true }))).toBe(false);
  expect(isKeepable(GOODS, answerOf('{}', 'application/json', { status: 503 }))).toBe(false);
  expect(isKeepable(GOODS, new Response('{}', { headers: { 'content-type': 'application/json' } }))).toBe(
    false,
  );
});

let caches: MemoryCaches;
beforeEach(() => void (caches = new MemoryCaches()));

/** A request as the browser tells a worker of it, with the work that is to be waited for. */
function requestEvent({ key }: KeptRequest): { event: RequestEvent; later: Promise<unknown>[] } {
  const later: Promise<unknown>[] = [];
  const event = {
    request: new Request(ORIGIN + key),
    preloadResponse: Promise.resolve(undefined),
    waitUntil: (work: Promise<unknown>) => void later.push(work),
  };
  return { event: event as unknown as RequestEvent, later };
}

/** One request through the worker of a build; the shop answers, or cannot be reached. */
async function go(asked: KeptRequest, shop: Response | null, { build = 'b', now = 0 } = {}): Promise<string> {
  const { event, later } = requestEvent(asked);
  const fetch = () => (shop ? Promise.resolve(shop) : Promise.reject(new TypeError('no network')));
  const keeper = new Keeper(caches as unknown as CacheStorage, build);
  const answer = await serve(event, asked, { keeper, fetch, now: () => now }).catch(() => null);
  await Promise.all(later);
  return answer === null ? 'nothing' : `${await answer.text()} ${answer.headers.get(KEPT_AT) ?? ''}`.trim();
}
const html = (text: string) => answerOf(text, 'text/html');
const script = (text: string) => answerOf(text, 'text/javascript');
const json = (text: string) => answerOf(text, 'application/json');

test('with the shop in reach, pages and catalogue are of now; without it, of then, and the catalogue says when', async () => {
  expect(await go(PAGE, html('one'))).toBe('one');
  expect(await go(PAGE, html('two'))).toBe('two');
  expect(await go(PAGE, null)).toBe('two');
  expect(await go(GOODS, json('1'), { now: 1_000 })).toBe('1');
  expect(await go(GOODS, json('2'), { now: 2_000 })).toBe('2');
  expect(await go(GOODS, null, { now: 9_000 })).toBe('2 2000');
});

test('a failing shop is heard, and its failure is not kept', async () => {
  await go(GOODS, json('1'));
  expect(await go(GOODS, answerOf('busy', 'application/json', { status: 503 }))).toBe('busy');
  expect(await go(GOODS, null)).toBe('1 0');
});

test('a page that was never visited opens the start page; without that there is nothing', async () => {
  expect(await go(PAGE, null)).toBe('nothing');
  await go({ kind: 'page', key: '/' }, html('start'));
  expect(await go(PAGE, null)).toBe('start');
});

test('the start script is the shop’s, and the kept one without it: no page opens without', async () => {
  const START: KeptRequest = { kind: 'start', key: '/start.js' };
  await go({ kind: 'page', key: '/' }, html('start'));
  expect(await go(START, null)).toBe('nothing');
  await go(START, script('1'));
  expect(await go(START, script('2'))).toBe('2');
  expect(await go(START, null, { build: 'c' })).toBe('2');
});

test('a page of the build before opens, and stays that build’s', async () => {
  await go(PAGE, html('one'), { build: 'a' });
  expect(await go(PAGE, null, { build: 'b' })).toBe('one');
  expect(await new Keeper(caches as unknown as CacheStorage, 'b').findOwn(PAGE.key)).toBeUndefined();
});

test('built files are asked for once, and outlive the next build, which copies what it needs', async () => {
  expect(await go(FILE, script('1'), { build: 'a' })).toBe('1');
  expect(await go(FILE, null, { build: 'b' })).toBe('1');
  await new Keeper(caches as unknown as CacheStorage, 'b').dropOldBuilds();
  expect(await caches.keys()).toEqual(['portside-a', 'portside-b']);
  await new Keeper(caches as unknown as CacheStorage, 'c').findFile(FILE.key);
  await new Keeper(caches as unknown as CacheStorage, 'c').dropOldBuilds();
  expect(await caches.keys()).toEqual(['portside-b', 'portside-c']);
  expect(await go(FILE, null, { build: 'c' })).toBe('1');
});

test('an answer of another build may have another form: it is not used', async () => {
  await go(GOODS, json('old'), { build: 'a' });
  expect(await go(GOODS, null, { build: 'b' })).toBe('nothing');
});

test('of a thousand products the last ones are kept', async () => {
  const product = (id: number): KeptRequest => ({ kind: 'page', key: `/product/${id}-x` });
  for (let id = 0; id < 45; id += 1) await go(product(id), html(`${id}`));
  await go(PAGE, html('home'));
  // Seen again: it is one of the last.
  await go(product(10), html('10'));
  await go(product(45), html('45'));
  expect(await go(product(4), null)).toBe('nothing');
  expect(await go(product(10), null)).toBe('10');
  expect(await go(PAGE, null)).toBe('home');
});

test('a browser without space still answers', async () => {
  caches.isFull = true;
  expect(await go(PAGE, html('one'))).toBe('one');
  expect(await go(GOODS, json('1'))).toBe('1');
  expect(await go(GOODS, null)).toBe('nothing');
});

test('what is being kept while everything is deleted is not kept after it', async () => {
  const keeper = new Keeper(caches as unknown as CacheStorage, 'a');
  for (let turns = 0; turns < 4; turns += 1) {
    const kept = keeper.keep(PAGE, html('one'), 0, keeper.generation);
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    await Promise.all([keeper.forgetAll(), kept]);
    expect(await keeper.findPage(PAGE.key), `${turns} turns later`).toBeUndefined();
  }
});

test.each([
  ['a page', PAGE, html('one')],
  ['the catalogue', GOODS, json('1')],
  ['a file', FILE, script('1')],
])('%s that was asked for before everything was deleted is not kept after it', async (_, asked, answer) => {
  const keeper = new Keeper(caches as unknown as CacheStorage, 'b');
  const { promise: shop, resolve: answerNow } = Promise.withResolvers<Response>();
  const { event, later } = requestEvent(asked);
  const served = serve(event, asked, { keeper, fetch: () => shop, now: () => 0 });
  await setImmediate();
  await keeper.forgetAll();
  answerNow(answer);
  expect((await served).ok).toBe(true);
  expect(later).toHaveLength(1);
  await Promise.all(later);
  expect(await keeper.findOwn(asked.key)).toBeUndefined();
});

test('a withdrawn worker deletes what every build kept, and nothing else', async () => {
  await go(PAGE, html('one'), { build: 'a' });
  await go(PAGE, html('one'), { build: 'b' });
  await caches.open('elsewhere');
  await new Keeper(caches as unknown as CacheStorage, '').forgetAll();
  expect(await caches.keys()).toEqual(['elsewhere']);
});
