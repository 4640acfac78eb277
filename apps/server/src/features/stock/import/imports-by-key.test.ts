import { errors } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createDb } from '../../../platform/db/db.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { buildGoods } from '../../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { findSetPrices } from '../../prices/index.ts';
import { moveStock } from '../moving/move-stock.ts';
import { addImportLines, openImport } from './imports.ts';

const DAY_MS = 86_400_000;

let shop: TestShop;
let admin: TestAdmin;
let goodsId: string;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx);
  goodsId = String(await buildGoods(shop.ctx));
});

/** The headers of a new key that may import so many lines a day to the product. */
async function makeKey(lines: number): Promise<{ id: string; headers: Record<string, string> }> {
  const body = {
    name: 'Supplier',
    scopes: ['stock:import'],
    ranges: ['127.0.0.1'],
    goods_ids: [goodsId],
    lines_a_day: lines,
  };
  const { headers } = await signInAdmin(shop.ctx);
  const { data } = await shop.call('POST', '/api/admin/api-keys', body, headers);
  return { id: data.id, headers: bearer(data.secret) };
}

const ask = (headers: Record<string, string>, path: string, body?: unknown): Promise<Answer> =>
  shop.call(body === undefined ? 'GET' : 'POST', `/api/stock/${path}`, body, headers);
const open = (headers: Record<string, string>, goods_id = goodsId) =>
  ask(headers, 'imports', { goods_id, has_right_to_sell: true });
const partOf = (from_line: number, count: number) => ({
  from_line,
  text: Array.from({ length: count }, () => `user-${randomUUID()}----secret\n`).join(''),
  form: { kind: 'text' },
});

test('a key imports to its products only, and as many lines a day as it may', async () => {
  const { headers } = await makeKey(30);
  const other = String(await buildGoods(shop.ctx));
  expect((await open(headers, other)).code).toBe(errors.noPermission.code);
  const { id } = (await open(headers)).data;
  expect((await ask(headers, `imports/${id}/lines`, partOf(0, 20))).data.added).toBe(20);
  expect((await ask(headers, `imports/${id}/lines`, partOf(20, 11))).code).toBe(
    errors.apiKeyLimitReached.code,
  );
  expect((await ask(headers, `imports/${id}/lines`, partOf(20, 10))).data.lines).toBe(30);
  const second = (await open(headers)).data.id;
  expect((await ask(headers, `imports/${second}/lines`, partOf(0, 1))).code).toBe(
    errors.apiKeyLimitReached.code,
  );
  shop.clock.advance(DAY_MS + 1);
  expect((await ask(headers, `imports/${second}/lines`, partOf(0, 1))).data.lines).toBe(1);
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select('after')
    .where('subject', '=', `batch:${id}`)
    .execute();
  expect(entries.every(({ after }) => 'api_key' in (after as object))).toBe(true);
});

test('a key sees and continues its own imports only', async () => {
  const [one, other] = [await makeKey(30), await makeKey(30)];
  const own = (await open(one.headers)).data.id;
  const admins = (await open((await signInAdmin(shop.ctx)).headers)).data.id;
  expect((await ask(one.headers, `batches/${own}`)).code).toBe(200);
  for (const [headers, id] of [
    [other.headers, own],
    [one.headers, admins],
  ] as const) {
    expect((await ask(headers, `batches/${id}`)).code).toBe(errors.notFound.code);
    expect((await ask(headers, `imports/${id}/lines`, partOf(0, 1))).code).toBe(errors.notFound.code);
    expect((await ask(headers, `imports/${id}/end`, {})).code).toBe(errors.notFound.code);
  }
});

test('a key neither says how old accounts are nor is told where they went', async () => {
  const { headers } = await makeKey(30);
  const old = { goods_id: goodsId, born_on: '2020-01-01', has_right_to_sell: true };
  expect((await ask(headers, 'imports', old)).code).toBe(errors.noPermission.code);
  const form = { kind: 'text', born: { column: 1 } };
  const file = { name: 'old.txt', bytes: 9, form };
  const dated = await ask(headers, 'imports', { goods_id: goodsId, file, has_right_to_sell: true });
  expect(dated.code).toBe(errors.noPermission.code);
  const { id } = (await open(headers)).data;
  expect((await ask(headers, `imports/${id}/lines`, { ...partOf(0, 3), form })).code).toBe(
    errors.noPermission.code,
  );
  await ask(headers, `imports/${id}/lines`, partOf(0, 3));
  const to = await buildGoods(shop.ctx);
  const body = { goods_id: goodsId, to_goods_id: String(to), batch_id: id };
  const moved = await moveStock(admin.ctx, { body, idempotencyKey: randomUUID() }, { findSetPrices });
  expect(moved).toMatchObject({ moved: 3 });
  expect((await ask(headers, `batches/${id}`)).data).toMatchObject({ moved_to: [] });
  expect((await ask(headers, `imports/${id}/lines`, partOf(3, 1))).data).toMatchObject({ moved_to: [] });
  expect((await ask(headers, `imports/${id}/end`, {})).data).toMatchObject({ moved_to: [] });
  const { headers: ofAdmin } = await signInAdmin(shop.ctx);
  expect((await ask(ofAdmin, `batches/${id}`)).data).toMatchObject({ moved_to: [String(to)] });
});

test('many imports of one key by two processes: exactly the lines of a day', async () => {
  const { id } = await makeKey(45);
  const key = {
    id: BigInt(id),
    scopes: new Set(['stock:import']),
    perMinute: 600,
    spendADayMicro: null,
    goodsIds: [BigInt(goodsId)],
    linesADay: 45,
  };
  const ctx = { ...admin.ctx, actor: { ...admin.ctx.actor, key } as typeof admin.ctx.actor };
  const processes = [ctx, { ...ctx, db: createDb(shop.pool) }];
  const lookups = { countTroubled: async () => new Map<bigint, never>() };
  const settled = await Promise.allSettled(
    Array.from({ length: 8 }, async (_, at) => {
      const by = processes[at % 2]!;
      const body = { goods_id: goodsId, gender: 'unspecified', note: '', has_right_to_sell: true } as const;
      const batch = await openImport(by, { body }, lookups);
      const part = { ...partOf(0, 10), form: { kind: 'text' } as const };
      return addImportLines(by, { params: { id: batch.id }, body: part }, lookups);
    }),
  );
  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBe(4);
  for (const one of settled)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ reason: 'apiKeyLimitReached' });
});
