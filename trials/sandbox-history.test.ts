import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { checkBooks } from './setup/checks/check-books.ts';
import { withShop, type Keys } from './setup/open-shop.ts';
import { startServer } from './setup/server.ts';
import { openDatabases, type Databases, type Target } from './setup/target.ts';

let databases: Databases;
let target: Target;
let keys: Keys;

beforeAll(async () => {
  databases = await openDatabases('embedded');
  target = await databases.fresh();
  const environment = { DATA_DIR: target.dataDir };
  const logFile = join(target.dataDir, 'server.log');
  const server = await startServer({ port: await freePort(), logFile, environment, startWithinMs: 240_000 });
  await server.stop();
  const file = JSON.parse(readFileSync(join(target.dataDir, 'keys.json'), 'utf8')) as {
    credentials: { k1: string };
    fingerprint: string;
  };
  keys = { credentials: file.credentials.k1, fingerprint: file.fingerprint };
}, 300_000);
afterAll(() => databases.stop());

test('a new sandbox has a month behind it, and its books agree', async () => {
  await withShop(target, keys, async ({ db }) => {
    expect(await checkBooks(db)).toEqual([]);
    const count = async (what: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`select ${sql.raw(`count(*)::int as n from ${what}`)}`.execute(
        db,
      );
      return rows[0]!.n;
    };
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
    expect(await count('warranty_claims')).toBe(2);
    expect(await count('users where created_at > now()')).toBe(0);
    expect(await count('orders where created_at > now()')).toBe(0);
  });
});
