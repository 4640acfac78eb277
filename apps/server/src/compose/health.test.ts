import type { ChainNode } from '@portside/chain';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listChains } from '../features/deposits/following/chain-health.ts';
import { bindHealth } from './health.ts';
import { saveNodeProblems } from '../features/deposits/following/chains.sql.ts';
import { createDb, createPool } from '../platform/db/db.ts';
import { allowOrigins } from '../platform/pages/pages.ts';
import { createHttp } from '../platform/http/http.ts';
import { queueMails } from '../platform/mail/outbox.sql.ts';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { createFollowedChain } from '../testing/followed-chain.ts';
import { createFreshWorld } from '../testing/world.ts';

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
