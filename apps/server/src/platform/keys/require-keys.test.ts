import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { sealedTables } from '../../compose/compose.ts';
import { importStock } from '../../features/stock/index.ts';
import { buildGoods } from '../../testing/build.ts';
import { createFreshWorld } from '../../testing/world.ts';
import type { Ctx } from '../context.ts';
import { Keyring } from './keyring.ts';
import { rememberKeys, requireKeys } from './require-keys.ts';

/** A key that was lost and made up again, or mixed up with that of another shop, under the id of the right one. */

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
