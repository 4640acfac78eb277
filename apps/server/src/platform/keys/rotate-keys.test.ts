import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sealedTables } from '../../compose/compose.ts';
import { importStock, openItems } from '../../features/stock/index.ts';
import { readRefusedLines } from '../../features/stock/import/refused-lines.ts';
import { buildGoods } from '../../testing/build.ts';
import { createWorld, isOnPostgres, createFreshWorld } from '../../testing/world.ts';
import type { Ctx } from '../context.ts';
import type { Db } from '../db/db.ts';
import { Keyring } from './keyring.ts';
import { readKeys } from './sealing-keys.sql.ts';
import { requireKeys, rememberKeys, createRotateKeysJob } from './rotate-keys.ts';
import { lockRowsToReseal } from './sealed-table.sql.ts';

/** The tests of a process share one database: what others have sealed, under keys of theirs, goes first. */
async function removeSealed(): Promise<void> {
  const { ctx } = await createWorld();
  for (const { name } of sealedTables) await sql`delete from ${sql.table(name)}`.execute(ctx.db);
  await sql`delete from sealing_keys`.execute(ctx.db);
}

afterAll(removeSealed);

async function createShop() {
  await removeSealed();
  const { ctx } = await createWorld();
  const keys = new Map(['new', 'old'].map((id) => [id, randomBytes(32)] as const));
  const ring = (...ids: string[]) =>
    new Keyring(new Map(ids.map((id) => [id, keys.get(id)!])), Buffer.alloc(32, 1));
  const goodsId = await buildGoods(ctx);
  const withKeys = (...ids: string[]): Ctx => ({ ...ctx, keyring: ring(...ids) });
  const fill = async (shop: Ctx, count: number): Promise<bigint> => {
    const tag = randomUUID();
    const lines = Array.from({ length: count }, (_, index) => `${tag}-${index}`);
    const input = { goodsId, gender: 'male', note: 'keys', lines: [...lines, 'unfit\u0001'] } as const;
    return (await importStock(shop, input)).batchId;
  };
  const readAll = async (shop: Ctx): Promise<number> => {
    const { rows } = await sql<{ firstId: bigint; endId: bigint }>`
      select min(id) as "firstId", max(id) + 1 as "endId" from stock_items`.execute(ctx.db);
    return new Set((await openItems(shop, rows)).map(({ text }) => text)).size;
  };
  return { db: ctx.db, withKeys, fill, readAll };
}

async function rotate(shop: Ctx): Promise<void> {
  const job = createRotateKeysJob(shop, sealedTables);
  while ((await job.run()).more);
}

test('every table with sealed texts is known to the rotation', async () => {
  const { db } = await createShop();
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where column_name = 'key_id' and table_schema = current_schema() order by 1`.execute(db);
  expect(sealedTables.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name));
});

test('after a rotation everything opens with the newest key alone', async () => {
  const { db, withKeys, fill, readAll } = await createShop();
  const batchId = await fill(withKeys('old'), 700);
  const shop = withKeys('new', 'old');
  await fill(shop, 20);
  expect(await readAll(shop)).toBe(720);
  await expect(requireKeys(db, withKeys('new').keyring, sealedTables)).rejects.toThrow(
    'CREDENTIALS_KEYS lacks "old"',
  );
  expect(await readKeys(shop)).toEqual([
    { id: 'new', state: 'newest' },
    { id: 'old', state: 'in use' },
  ]);
  await rotate(shop);
  expect(await readKeys(shop)).toEqual([
    { id: 'new', state: 'newest' },
    { id: 'old', state: 'unused' },
  ]);
  const later = withKeys('new');
  await requireKeys(db, later.keyring, sealedTables);
  expect(await readAll(later)).toBe(720);
  for await (const refused of readRefusedLines(later, batchId)) expect(refused.text).toBe('unfit\u0001');
});

test('an interrupted rotation continues', async () => {
  const { withKeys, fill, readAll } = await createShop();
  await fill(withKeys('old'), 900);
  const shop = withKeys('new', 'old');
  const first = createRotateKeysJob(shop, sealedTables);
  expect(await first.run()).toEqual({ more: true });
  expect(await readAll(shop)).toBe(900);
  await rotate(shop);
  expect(await readAll(withKeys('new'))).toBe(900);
});

test('an older key stays in use as long as something is sealed under it', async () => {
  const { db, withKeys, fill, readAll } = await createShop();
  const shop = withKeys('new', 'old');
  await fill(withKeys('old'), 300);
  const job = createRotateKeysJob(shop, sealedTables);
  await job.run();
  await job.run();
  await job.run();
  // Behind the walk, as by a process that has not heard of the newest key.
  await reseal(db, withKeys('old').keyring);
  while ((await job.run()).more);
  expect(await readKeys(shop)).toMatchObject([{}, { id: 'old', state: 'in use' }]);
  while ((await job.run()).more);
  expect(await readKeys(shop)).toMatchObject([{}, { id: 'old', state: 'unused' }]);
  expect(await readAll(withKeys('new'))).toBe(300);
});

test('a damaged row keeps its key, and holds up no other', async () => {
  const { db, withKeys, fill } = await createShop();
  await fill(withKeys('old'), 300);
  const [first, second] = await db.selectFrom('stock_items').select(['id', 'sealed']).orderBy('id').execute();
  const items = db.updateTable('stock_items').where('id', '=', first!.id);
  await items.set({ sealed: second!.sealed }).execute();
  const shop = withKeys('new', 'old');
  await rotate(shop);
  expect(await readKeys(shop)).toMatchObject([{}, { id: 'old', state: 'in use' }]);
  const left = await db.selectFrom('stock_items').select('id').where('key_id', '=', 'old').execute();
  expect(left).toEqual([{ id: first!.id }]);
});

/** Seals the first item again. */
async function reseal(db: Db, keyring: Keyring): Promise<void> {
  const { id, goods_id: goodsId } = await db
    .selectFrom('stock_items')
    .select(['id', 'goods_id'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { keyId, sealed } = keyring.seal('late', sealedTables[0]!.place({ id, goods_id: goodsId }));
  await db.updateTable('stock_items').set({ key_id: keyId, sealed }).where('id', '=', id).execute();
}

test.skipIf(!isOnPostgres)('locked rows are skipped, and found the next time', async () => {
  const { db, withKeys, fill } = await createShop();
  await fill(withKeys('old'), 10);
  const shop = withKeys('new', 'old');
  await db.transaction().execute(async (holder) => {
    await lockRowsToReseal(holder, sealedTables[0]!, 'new', { after: [-1n], limit: 1 });
    await rotate(shop);
    const left = await db.selectFrom('stock_items').select('id').where('key_id', '=', 'old').execute();
    expect(left).toHaveLength(1);
  });
  await rotate(shop);
  expect(await readKeys(shop)).toMatchObject([{}, { id: 'old', state: 'unused' }]);
});

/** A key that was lost and made up again, or mixed up with that of another shop, under the id of the right one. */
describe('requireKeys', () => {
  let ctx: Ctx;
  beforeEach(async () => {
    ({ ctx } = await createFreshWorld());
  });

  const ring = (keys: Record<string, Buffer>) =>
    new Keyring(new Map(Object.entries(keys)), Buffer.alloc(32, 1));
  const start = async (keyring: Keyring): Promise<void> => {
    await requireKeys(ctx.db, keyring, sealedTables);
    await rememberKeys(ctx.db, keyring);
  };
  const seal = async (keyring: Keyring): Promise<void> => {
    const goodsId = await buildGoods(ctx);
    await importStock(
      { ...ctx, keyring },
      { goodsId, gender: 'male', note: '', lines: [randomBytes(8).toString('hex')] },
    );
  };

  test('another key under the same id is refused', async () => {
    const [right, wrong] = [randomBytes(32), randomBytes(32)];
    await start(ring({ k1: right }));
    await seal(ring({ k1: right }));
    await start(ring({ k1: right }));
    await expect(start(ring({ k1: wrong }))).rejects.toThrow('"k1" is another key');
    await expect(start(ring({ k2: wrong, k1: wrong }))).rejects.toThrow('"k1" is another key');
    await start(ring({ k2: wrong, k1: right }));
    // Nothing is sealed under the second one yet.
    await start(ring({ k1: right }));
  });

  test('a key from before there were check values is compared with what it has sealed', async () => {
    const [right, wrong] = [randomBytes(32), randomBytes(32)];
    await seal(ring({ k1: right }));
    const forget = () => ctx.db.updateTable('sealing_keys').set({ check_value: null }).execute();
    await forget();
    await expect(start(ring({ k1: wrong }))).rejects.toThrow('"k1" is another key');
    await start(ring({ k1: right }));
    const { check_value } = await ctx.db
      .selectFrom('sealing_keys')
      .selectAll()
      .where('id', '=', 'k1')
      .executeTakeFirstOrThrow();
    expect(check_value).toEqual(ring({ k1: right }).checkValue('k1'));
  });

  test('a process that started with another key before the first was used seals nothing', async () => {
    const [right, wrong] = [randomBytes(32), randomBytes(32)];
    await start(ring({ k1: right }));
    await start(ring({ k1: wrong }));
    await seal(ring({ k1: right }));
    await expect(seal(ring({ k1: wrong }))).rejects.toThrow('not the one that has sealed before');
  });

  test('another fingerprint key is refused', async () => {
    const keys = new Map([['k1', randomBytes(32)]]);
    await start(new Keyring(keys, Buffer.alloc(32, 1)));
    await start(new Keyring(keys, Buffer.alloc(32, 1)));
    await expect(start(new Keyring(keys, Buffer.alloc(32, 2)))).rejects.toThrow(
      'FINGERPRINT_KEY is another key',
    );
  });
});
