import { errors } from '@portside/contract/wire/errors';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../../testing/app.ts';
import { sell, type Sale } from '../../../testing/sale.ts';
import { changeSettings } from '../../settings/index.ts';
import { stopClaimedImports } from './stop-claimed-imports.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});

const set = (percent: number) => changeSettings(shop.ctx, { claim_stop_percent: percent });

beforeEach(() => set(20));

const read = async (path: string, { admin }: Sale) =>
  (await shop.call('GET', path, undefined, admin.headers)).data;
const importOf = async (sale: Sale) =>
  (await read(`/api/stock/batches?goods_id=${sale.goodsId}`, sale)).items[0];
const claim = async (sale: Sale, first: number, end: number) =>
  sale.claim((await sale.ids()).slice(first, end));
const stop = () => stopClaimedImports(shop.ctx);

test('an import of which buyers claim too many accounts is taken off sale, and waits for an operator', async () => {
  const sale = await sell(shop, 15, { stock: 20 });
  await claim(sale, 0, 2);
  await stop();
  // Fewer than three say nothing, and two of fifteen are below a fifth.
  expect(await importOf(sale)).toMatchObject({ free: 5, waiting: 0, waits_for: null, stopped_at: null });
  await claim(sale, 2, 3);
  await stop();
  const now = shop.clock.now().toISOString();
  expect(await importOf(sale)).toMatchObject({
    free: 0,
    sold: 15,
    claimed: 3,
    waiting: 5,
    waits_for: 'release',
    stopped_at: now,
  });
  const order = { goods_id: String(sale.goodsId), quantity: 1 };
  expect((await shop.call('POST', '/api/orders', order, sale.buyer)).code).toBe(errors.stockTooLow.code);
  expect((await read('/api/admin/tasks', sale)).tasks).toContainEqual(
    expect.objectContaining({ kind: 'waitingImports' }),
  );
});

test('what an operator puts on sale again stays there', async () => {
  const sale = await sell(shop, 5, { stock: 9 });
  await claim(sale, 0, 3);
  await stop();
  const { id } = await importOf(sale);
  const path = `/api/stock/batches/${id}/release`;
  expect((await shop.call('POST', path, undefined, sale.admin.headers)).code).toBe(200);
  await claim(sale, 3, 5);
  await stop();
  expect(await importOf(sale)).toMatchObject({ free: 4, waiting: 0, waits_for: null });
  expect((await importOf(sale)).stopped_at).not.toBeNull();
});

test('rejected claims do not count, nor does anything while the setting is 0', async () => {
  const sale = await sell(shop, 5, { stock: 9 });
  const { data } = await claim(sale, 0, 3);
  await set(0);
  await stop();
  expect(await importOf(sale)).toMatchObject({ free: 4, stopped_at: null });
  await set(20);
  const refusal = { reason: 'They work' };
  const { code } = await shop.call(
    'POST',
    `/api/admin/claims/${data.id}/refusal`,
    refusal,
    sale.admin.headers,
  );
  expect(code).toBe(200);
  await stop();
  expect(await importOf(sale)).toMatchObject({ free: 4, stopped_at: null });
});
