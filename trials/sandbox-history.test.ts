import type { Sandbox } from '@portside/contract';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { freePort } from '../scripts/test/free-port.ts';
import { buildPages } from '../scripts/test/build-pages.ts';
import { checkBooks } from './setup/checks/check-books.ts';
import { withShop, type Keys } from './setup/open-shop.ts';
import { launchServer, type Launched } from './setup/server.ts';
import { openDatabases, type Databases, type Target } from './setup/target.ts';

const DAY_S = 24 * 3_600;

let databases: Databases;
let target: Target;
let keys: Keys;
let logFile: string;

/** As `npm start` does. */
const launch = async (): Promise<Launched> => {
  const environment = { DATA_DIR: target.dataDir };
  const script = join(import.meta.dirname, '../scripts/start.js');
  return launchServer({ port: await freePort(), logFile, environment, startWithinMs: 480_000, script });
};
const readLog = (): string => readFileSync(logFile, 'utf8');

/** Kills a start in the middle of the history. */
async function breakOff(): Promise<void> {
  const { kill, hasEnded } = await launch();
  while (!readLog().includes('history') && !hasEnded()) await sleep(50);
  await kill();
}

/** The process that filled the sandbox holds the data folder until it notices that it is alone. */
async function startWhenFree(): Promise<Launched> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await launch();
    if ((await server.up()) !== null) return server;
    expect(attempt, readLog()).toBeLessThan(20);
    await sleep(1_000);
  }
}

beforeAll(async () => {
  await buildPages();
  databases = await openDatabases('embedded');
  target = await databases.fresh();
  logFile = join(target.dataDir, 'server.log');
  await breakOff();
  expect(readdirSync(target.dataDir)).toContain('filling');
  const first = await startWhenFree();
  await first.stop();
  expect(readdirSync(target.dataDir)).not.toContain('filling');
  const file = JSON.parse(readFileSync(join(target.dataDir, 'keys.json'), 'utf8')) as {
    credentials: { k1: string };
    fingerprint: string;
  };
  keys = { credentials: file.credentials.k1, fingerprint: file.fingerprint };
}, 600_000);
afterAll(() => {
  target.remove();
  databases.stop();
});

const createCount =
  (db: Db) =>
  async (what: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select ${sql.raw(`count(*)::int as n from ${what}`)}`.execute(
      db,
    );
    return rows[0]!.n;
  };

test('a new sandbox has a month behind it, also after a start that was broken off, and its books agree', async () => {
  await withShop(target, keys, async ({ db }) => {
    expect(await checkBooks(db)).toEqual([]);
    const count = createCount(db);
    const [days] = (
      await sql<{ n: number }>`select count(distinct created_at::date)::int as n from orders`.execute(db)
    ).rows;
    expect(days!.n).toBeGreaterThan(20);
    expect(await count('orders')).toBeGreaterThan(80);
    // Every top-up was paid on a chain and credited, by a deposit of its day.
    const recharges = await count('recharges');
    expect(recharges).toBeGreaterThan(20);
    expect(await count(`recharges where state = 'credited'`)).toBe(recharges);
    expect(
      await count(
        'deposits join recharge_deposits on deposit_id = deposits.id join recharges on recharges.id = recharge_id where abs(extract(epoch from deposits.block_time - recharges.created_at)) < 600',
      ),
    ).toBe(recharges);
    expect(await count(`warranty_claims where state = 'open'`)).toBe(1);
    expect(await count(`warranty_claims where state <> 'open'`)).toBe(2);
    // One product ran out, came back by an import of the owner, and was announced.
    expect(await count('goods_stock_levels where in_stock and ran_out_at < changed_at')).toBe(1);
    expect(await count(`stock_batches where note = 'Delivery' and user_id is not null`)).toBe(2);
    expect(await count('users where created_at > now()')).toBe(0);
    expect(await count('orders where created_at > now()')).toBe(0);
  });
});

test('its history has everything that a shop has after a month', async () => {
  await withShop(target, keys, async ({ db }) => {
    const count = createCount(db);
    // The agent earns 5 % of the orders of those who came by their link.
    expect(await count('agents where commission_basis_points = 500')).toBe(1);
    expect(
      await count('users join agents on agents.user_id = users.agent_id where commission_basis_points = 500'),
    ).toBeGreaterThan(3);
    expect(await count(`ledger_accounts where kind = 'commission' and balance_micro > 0`)).toBe(1);
    expect(await count(`announcements where state = 'published'`)).toBe(2);
    // A supplier was paid for what was sold, and has brought accounts that wait.
    expect(await count('supplier_payments join supplier_people using (supplier_id)')).toBe(1);
    expect(await count(`stock_batches where supplier_id is not null and waits_for = 'release'`)).toBe(1);
    expect(await count('stock_batches where supplier_id is not null and waits_for is null')).toBe(3);
    // Of those who looked at a page, few signed up.
    const [{ n: visits }] = (
      await sql<{ n: number }>`select sum(visits)::int as n from visits_by_day`.execute(db)
    ).rows as [{ n: number }];
    expect(visits).toBeGreaterThan(20 * (await count('users where role_id is null')));
    expect(await count('agent_clicks where clicks > 0')).toBeGreaterThan(20);
    expect(await count('support_conversations where last_message_id is not null')).toBeGreaterThan(1);
    expect(await count('support_messages where answered_by is not null')).toBeGreaterThan(0);
    // Two owners, and roles for whoever comes next.
    expect(await count('users join roles on roles.id = role_id where is_owner')).toBe(2);
    expect(await count('roles where not is_owner')).toBeGreaterThan(1);
    expect(await count('goods where image is not null')).toBe(
      await count(`goods where visibility <> 'link'`),
    );
    // The demo's buyers, who go on: keep-ordering.test.ts runs their job.
    expect(await count('users where role_id is null')).toBeGreaterThan(12);
  });
});

test('chains that begin anew under a shop with a history live in the present', async () => {
  rmSync(join(target.dataDir, 'chains'), { recursive: true });
  const server = await startWhenFree();
  try {
    const { data } = (await (await fetch(`${server.url}/api/sandbox`)).json()) as { data: Sandbox };
    for (const { rpc_url: url } of data.chains) {
      const body = { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      const { result } = (await answer.json()) as { result: { timestamp: string } };
      expect(Math.abs(Number(result.timestamp) - Date.now() / 1_000)).toBeLessThan(DAY_S);
    }
  } finally {
    await server.stop();
  }
});
