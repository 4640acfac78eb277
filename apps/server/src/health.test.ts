import type { ChainNode } from '@portside/chain';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bindHealth } from './health.ts';
import { createDb, type Db } from './platform/db/db.ts';
import { openEmbedded } from './platform/db/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { createWorld } from './testing/world.ts';

const block = { number: '0x10', hash: `0x${'ab'.repeat(32)}`, timestamp: '0x5' };
const answers: Record<string, unknown> = { eth_chainId: '0x1', eth_getBlockByNumber: block };

// Other tests leave payment methods in the database that they share.
let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const embedded = await openEmbedded(null);
  db = createDb(embedded.pool);
  close = embedded.close;
  await migrate(db);
});
afterAll(() => close());

/** No payment method is set, so nobody follows a chain. */
async function createFreshShop() {
  const { clock } = await createWorld();
  const asked: string[] = [];
  const node = (name: string): ChainNode => ({
    name,
    request: async (method) => {
      asked.push(name);
      return name === 'silent' ? null : answers[method];
    },
  });
  const http = fastify();
  const nodes = { good: node('good'), silent: node('silent') };
  const ready = async () => (await http.inject('/readyz')).json<{ code: number; data: unknown }>();
  return { http, clock, nodes, asked, ready };
}

test('a fresh shop is ready when as many nodes answer as must agree', async () => {
  const { http, clock, nodes, ready } = await createFreshShop();
  bindHealth(http, { db, clock, chains: { ETH: { nodes: [nodes.good, nodes.good], quorum: 2 } } });
  expect(await ready()).toMatchObject({
    code: 200,
    data: { database: true, chains: [], nodes: [{ network: 'ETH', answers: true }] },
  });
});

test('nodes that do not answer make it not ready, and are not asked by every caller', async () => {
  const { http, clock, nodes, asked, ready } = await createFreshShop();
  bindHealth(http, { db, clock, chains: { ETH: { nodes: [nodes.good, nodes.silent], quorum: 2 } } });
  expect(await ready()).toMatchObject({ code: 500005, data: { nodes: [{ answers: false }] } });
  const count = asked.length;
  await ready();
  expect(asked).toHaveLength(count);
  clock.advance(10_000);
  await ready();
  expect(asked.length).toBeGreaterThan(count);
});

test('a database that does not answer makes it not ready', async () => {
  const { http, clock, ready } = await createFreshShop();
  const gone = { connect: () => Promise.reject(new Error('gone')), end: () => Promise.resolve() };
  bindHealth(http, { db: createDb(gone as never), clock, chains: {} });
  expect(await ready()).toMatchObject({ code: 500005, data: { database: false } });
});
