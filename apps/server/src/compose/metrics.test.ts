import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createApp } from './app.ts';
import { insertAlarm } from '../features/alarms/alarms.sql.ts';
import { saveNodeProblems } from '../features/deposits/following/chains.sql.ts';
import { placeOrder } from '../features/orders/index.ts';
import { recordBackup } from '../platform/backups.sql.ts';
import type { Ctx } from '../platform/context.ts';
import { createDb, createPool } from '../platform/db/db.ts';
import { queueMails } from '../platform/mail/outbox.sql.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { createFollowedChain, recordDeposit } from '../testing/followed-chain.ts';
import { freePort } from '../../../../scripts/test/free-port.ts';
import { createPerson } from '../testing/people.ts';
import { createFreshWorld } from '../testing/world.ts';

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
