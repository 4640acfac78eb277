import type { ChainNode } from '@portside/chain';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { listChains } from '../features/deposits/following/chains.ts';
import { saveNodeProblems } from '../features/deposits/following/chains.sql.ts';
import { createDb, createPool } from '../platform/db/db.ts';
import { allowOrigins } from '../platform/pages/pages.ts';
import { createHttp } from '../platform/http/http.ts';
import { queueMails } from '../platform/mail/outbox.sql.ts';
import { createFollowedChain, recordDeposit } from '../testing/followed-chain.ts';
import { createFreshWorld } from '../testing/world.ts';
import { insertAlarm } from '../features/alarms/alarms.sql.ts';
import { placeOrder } from '../features/orders/index.ts';
import { recordBackup } from '../platform/backups.sql.ts';
import type { Ctx } from '../platform/context.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { createPerson } from '../testing/people.ts';
import { bindHealth } from './health.ts';
import { createApp } from './app.ts';

const block = { number: '0x10', hash: `0x${'ab'.repeat(32)}`, timestamp: '0x5' };
const answers: Record<string, unknown> = { eth_chainId: '0x1', eth_getBlockByNumber: block };

const SERVING = { leadership: { mayServe: true }, token: 'a token of the metrics' };

/** No payment method is set, so nobody follows a chain. */
async function createFreshShop(perMinute: number | null = null) {
  const { ctx, clock } = await createFreshWorld();
  const { db, keyring } = ctx;
  const asked: string[] = [];
  const node = (name: string): ChainNode => ({
    name,
    request: async (method) => {
      asked.push(name);
      return name === 'silent' ? null : answers[method];
    },
  });
  const http = await createHttp({ log: ctx.log, trustedProxies: [], perMinute });
  const nodes = { good: node('good'), silent: node('silent') };
  const ready = async () => (await http.inject('/readyz')).json<{ code: number; data: unknown }>();
  return { ctx, http, db, clock, keyring, nodes, asked, ready };
}

test('a fresh shop is ready when as many nodes answer as must agree', async () => {
  const { http, db, clock, keyring, nodes, ready } = await createFreshShop();
  bindHealth(http, {
    db,
    clock,
    keyring,
    chains: { ETH: { nodes: [nodes.good, nodes.good], quorum: 2 } },
    ...SERVING,
  });
  expect(await ready()).toMatchObject({
    code: 200,
    data: { database: true, chains: [], nodes: [{ type: 'ETH', answers: true }] },
  });
});

test('nodes that do not answer are told, keep the shop ready, and are not asked by every caller', async () => {
  const { http, db, clock, keyring, nodes, asked, ready } = await createFreshShop();
  bindHealth(http, {
    db,
    clock,
    keyring,
    chains: { ETH: { nodes: [nodes.good, nodes.silent], quorum: 2 } },
    ...SERVING,
  });
  expect(await ready()).toMatchObject({ code: 200, data: { nodes: [{ answers: false }] } });
  const count = asked.length;
  await ready();
  expect(asked).toHaveLength(count);
  clock.advance(60_000);
  await ready();
  expect(asked.length).toBeGreaterThan(count);
});

test('a node that never answers holds nobody up', async () => {
  const { http, db, clock, keyring, ready } = await createFreshShop();
  const hanging: ChainNode = { name: 'hanging', request: () => new Promise(() => undefined) };
  bindHealth(http, { db, clock, keyring, chains: { ETH: { nodes: [hanging], quorum: 1 } }, ...SERVING });
  expect(await ready()).toMatchObject({ code: 200, data: { nodes: [{ answers: null }] } });
});

test('a followed chain of which a node has a problem is told as the back office shows it, and the shop is ready', async () => {
  const { ctx, http, db, clock, keyring, nodes } = await createFreshShop();
  const { chainId } = await createFollowedChain(ctx, 'ETH');
  const problem = { code: 'nodeSlow', facts: { node: 'slow' } } as const;
  await saveNodeProblems(db, chainId, [{ name: 'slow', problem }], clock.now());
  bindHealth(http, { db, clock, keyring, chains: { BSC: { nodes: [nodes.good], quorum: 1 } }, ...SERVING });
  const here = await http.inject('/readyz');
  const headers = { authorization: `Bearer ${SERVING.token}` };
  const holder = await http.inject({ url: '/readyz', remoteAddress: '203.0.113.7', headers });
  expect([here.statusCode, holder.statusCode]).toEqual([200, 200]);
  const since = clock.now().toISOString();
  const { items } = await listChains(ctx);
  expect(items).toMatchObject([{ type: 'ETH', nodes: [{ name: 'slow', problem, since }], lag_blocks: 0 }]);
  const data = {
    database: true,
    chains: items,
    nodes: [{ type: 'BSC', answers: true }],
    mail: { waiting: 0, failing: 0, waits_since: null },
  };
  expect(here.json()).toEqual({ code: 200, message: 'ok', data });
  expect(holder.json()).toEqual(here.json());
});

test('details that cannot be read make the shop no less ready', async () => {
  const { http, db, clock, keyring, ready } = await createFreshShop();
  await sql`alter table mails rename to mails_of_old`.execute(db);
  bindHealth(http, { db, clock, keyring, chains: {}, ...SERVING });
  expect(await ready()).toEqual({ code: 200, message: 'ok', data: null });
});

test('health is answered to any number of callers, and where pages wait for their settings', async () => {
  const { http, db, clock, keyring } = await createFreshShop(1);
  allowOrigins(http, () => new Promise(() => undefined));
  bindHealth(http, { db, clock, keyring, chains: {}, ...SERVING });
  for (const path of ['/healthz', '/readyz', '/healthz', '/readyz'])
    expect((await http.inject(path)).statusCode).toBe(200);
});

test('mails that wait are told and keep the shop ready', async () => {
  const { http, db, clock, keyring, ready } = await createFreshShop();
  await queueMails(db, [{ kind: 'delivery', reference: 1n, recipient: 'buyer@example.test' }], clock.now());
  bindHealth(http, { db, clock, keyring, chains: {}, ...SERVING });
  expect(await ready()).toMatchObject({ code: 200, data: { mail: { waiting: 1, failing: 0 } } });
});

test('a database that does not answer makes it not ready', async () => {
  const { http, clock, keyring, ready } = await createFreshShop();
  const gone = createPool({ host: '127.0.0.1', port: await freePort() });
  bindHealth(http, { db: createDb(gone), clock, keyring, chains: {}, ...SERVING });
  expect(await ready()).toMatchObject({ code: 500005, data: { database: false } });
  await gone.end();
});

test('anybody learns whether the shop is ready, and only those who run it what is wrong', async () => {
  const { http, db, clock, keyring } = await createFreshShop();
  bindHealth(http, { db, clock, keyring, chains: {}, ...SERVING });
  const ask = async (remoteAddress: string, headers = {}) =>
    (await http.inject({ url: '/readyz', remoteAddress, headers })).json<{ code: number; data: unknown }>();
  const full = { code: 200, data: { database: true } };
  const plain = { code: 200, message: 'ok', data: null };
  for (const here of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await ask(here)).toMatchObject(full);
  expect(await ask('203.0.113.7')).toEqual(plain);
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect(await ask('127.0.0.1', { [header]: '127.0.0.1' })).toEqual(plain);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  expect(await ask('203.0.113.7', bearer(SERVING.token))).toMatchObject(full);
  expect(await ask('203.0.113.7', bearer('another'))).toEqual(plain);
});

test('a process beside one that shares nothing with it is not ready', async () => {
  const { http, db, clock, keyring, ready } = await createFreshShop();
  bindHealth(http, { db, clock, keyring, chains: {}, ...SERVING, leadership: { mayServe: false } });
  expect(await ready()).toMatchObject({ code: 500_005, data: { database: true } });
});

const token = 'a token that Prometheus knows';

async function createMeasuredShop(options: { port: number | null; token: string | null; db?: Ctx['db'] }) {
  const { ctx, clock, pool } = await createFreshWorld();
  const { keyring, log } = ctx;
  const app = await createApp(
    {
      publicUrl: ctx.publicUrl,
      trustedProxies: [],
      perMinute: null,
      pagesFolder: null,
      metrics: { port: options.port, token: options.token, pool },
    },
    {
      db: options.db ?? ctx.db,
      clock,
      log,
      keyring,
      mailer: { send: () => Promise.resolve() },
      telegram: null,
      chains: {},
      sandbox: null,
    },
  );
  atEndOfFile(() => app.stop());
  const scrape = async (): Promise<Map<string, number>> => {
    const server = app.metricsHttp ?? app.http;
    const answer = await server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(200);
    const lines = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    );
  };
  return { app, ctx, clock, scrape };
}

test('figures are told to the holder of the token only', async () => {
  const { app } = await createMeasuredShop({ port: null, token });
  const ask = async (authorization?: string) =>
    (await app.http.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })).statusCode;
  expect(await ask()).toBe(401);
  expect(await ask('Bearer another token')).toBe(401);
  expect(await ask(`Bearer ${token}`)).toBe(200);
});

test('with a port of their own they are not on the shop’s', async () => {
  const { app, scrape } = await createMeasuredShop({ port: 9464, token: null });
  expect((await app.http.inject({ url: '/metrics' })).statusCode).toBe(404);
  expect((await scrape()).get('portside_database_up')).toBe(1);
});

test('calls, refusals, orders, mails, backups and the process are measured', async () => {
  const { app, ctx, clock, scrape } = await createMeasuredShop({ port: 9464, token: null });
  await app.http.inject({ url: '/api/auth/me' });
  await app.http.inject({ url: '/api/nowhere' });
  await recordBackup(ctx.db, { taken_at: clock.now(), place: 'test', bytes: null });
  clock.advance(60_000);
  const { actor } = await createPerson(ctx);
  const order = { goods_id: '1', quantity: 1, gender: 'any' as const };
  await expect(
    placeOrder({ ...app.systemCtx('test'), actor }, { body: order, idempotencyKey: randomUUID() } as never),
  ).rejects.toMatchObject({ name: 'Refusal' });
  const figures = await scrape();
  const of = (name: string): number | undefined => figures.get(name);
  expect(of('portside_refusals_total{reason="notSignedIn"}')).toBe(1);
  expect(of('portside_refusals_total{reason="notFound"}')).toBe(1);
  expect(of('portside_refusals_total{reason="serviceError"}')).toBe(0);
  expect([...figures.keys()].join()).toMatch(/portside_call_seconds_count\{endpoint="\w+",status="401"\}/);
  expect(of('portside_call_seconds_count{endpoint="pages",status="404"}')).toBe(1);
  expect(of('portside_orders_refused_total')).toBe(1);
  expect(of('portside_orders_placed_total')).toBe(0);
  expect(of('portside_order_batch_size_sum')).toBe(1);
  expect(of('portside_orders_waiting')).toBe(0);
  expect(of('portside_mail_waiting')).toBe(0);
  expect(of('portside_unmatched_usdt')).toBe(0);
  expect(of('portside_backup_age_seconds')).toBe(60);
  expect(of('portside_event_streams')).toBe(0);
  expect(of('portside_is_leader')).toBe(1);
  expect(of('portside_database_connections{state="waiting"}')).toBe(0);
  expect(of('process_resident_memory_bytes')).toBeGreaterThan(0);
});

test('every figure of the database is a number, whatever the shop has in it', async () => {
  const { ctx, clock, scrape } = await createMeasuredShop({ port: 9464, token: null });
  const { db } = ctx;
  const { chainId } = await createFollowedChain(ctx, 'ETH');
  const problem = { code: 'nodeSlow', facts: { node: 'slow' } } as const;
  await saveNodeProblems(db, chainId, [{ name: 'slow', problem }], clock.now());
  await recordDeposit(ctx, 7_500_000n, { state: 'unmatched', user_id: null });
  const held_reason = JSON.stringify({ code: 'senderBlocked', facts: { note: 'fraud' } });
  await recordDeposit(ctx, 2_000_000n, { state: 'held', user_id: null, held_reason });
  await queueMails(db, [{ kind: 'delivery', reference: 1n, recipient: 'buyer@example.test' }], clock.now());
  const alarm = { kind: 'chainLate', network: 'ETH', about: '', findings: [problem] } as const;
  await insertAlarm(db, { ...alarm, began_at: clock.now(), ended_at: null });
  await recordBackup(db, { taken_at: clock.now(), place: 'test', bytes: 2n ** 40n });
  clock.advance(5_000);
  const figures = await scrape();
  expect(Object.fromEntries(figures)).toMatchObject({
    portside_database_up: 1,
    'portside_chain_following{network="ETH"}': 1,
    'portside_chain_lag_blocks{network="ETH"}': 0,
    portside_unmatched_usdt: 7.5,
    portside_held_usdt: 2,
    portside_mail_waiting: 1,
    portside_mail_failing: 0,
    portside_mail_oldest_seconds: 5,
    'portside_alarms{kind="chainLate"}': 1,
    portside_backup_age_seconds: 5,
  });
  expect([...figures.values()].filter((value) => Number.isNaN(value))).toEqual([]);
});

test('without the database its absence is told, and no stale figure', async () => {
  const pool = createPool({ host: '127.0.0.1', port: await freePort() });
  const gone = createDb(pool);
  const { scrape } = await createMeasuredShop({ port: 9464, token: null, db: gone });
  const figures = await scrape();
  expect(figures.get('portside_database_up')).toBe(0);
  expect(figures.has('portside_mail_waiting')).toBe(false);
  expect(figures.has('portside_orders_waiting')).toBe(true);
  await pool.end();
});
