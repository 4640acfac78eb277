import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { sweepRepeatableCalls } from '../../platform/answer-once.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { buildBuyer, buildCategory, buildGoods, stockUp } from '../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { placeOrder } from '../orders/index.ts';
import { takeAllOffSale } from './write-goods.ts';

let shop: TestShop;
let ann: TestAdmin;
let bob: TestAdmin;
let clerk: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  const actions = ['goods.write', 'stock.read', 'price.write', 'audit.read'];
  [ann, bob] = [await signInAdmin(shop.ctx, actions), await signInAdmin(shop.ctx, actions)];
  clerk = await signInAdmin(shop.ctx, ['goods.write', 'stock.read']);
});

const ask = (path: string, body: unknown, who = ann, key: string = randomUUID()) =>
  shop.call('POST', `/api/admin/goods/${path}`, body, { ...who.headers, 'idempotency-key': key });
const preview = async (body: object, who = ann) => (await ask('changes/previews', body, who)).data;
/** As the page does: looked at, then made. */
async function change(body: object, who = ann) {
  const { digest } = await preview(body, who);
  return ask('changes', { ...body, digest }, who);
}
const undo = (auditId: string, who = ann) =>
  shop.call('POST', `/api/admin/goods/changes/${auditId}/undo`, undefined, who.headers);
const read = async (id: string) =>
  (await shop.call('GET', `/api/admin/goods/${id}`, undefined, ann.headers)).data;
const product = async (more: Parameters<typeof buildGoods>[1] = {}): Promise<string> =>
  String(await buildGoods(shop.ctx, { price_micro: 1_050_000n, ...more }));
const tier = (minQuantity: number, priceMicro: bigint) => ({ minQuantity, priceMicro });

test('prices and tiers rise by a percentage, rounded as was asked, and the effect on sales is shown first', async () => {
  const [one, two] = [
    await product({ tiers: [tier(100, 990_000n)] }),
    await product({ price_micro: 333_333n }),
  ];
  await stockUp(shop.ctx, BigInt(one), 10);
  const buyer = await buildBuyer(shop.ctx, 100_000_000n);
  const order = { goods_id: one, quantity: 10, gender: 'random' as const };
  await placeOrder(buyer.ctx, { body: order, idempotencyKey: randomUUID() });
  const body = { ids: [one, two], change: { price_percent: '5', price_decimals: 2 } };
  const shown = await preview(body);
  expect(shown).toMatchObject({
    matched: 2,
    changed: 2,
    problems: [],
    effect: { products: 2, orders: 1, buyers: 1, change: '0.5' },
  });
  expect(shown.items[0].fields).toEqual([
    { field: 'price', before: '1.05', after: '1.1' },
    { field: 'price_tiers', before: '100: 0.99', after: '100: 1.04' },
  ]);
  expect(await read(one)).toMatchObject({ price: '1.05' });
  const done = await ask('changes', { ...body, digest: shown.digest });
  expect(done.data).toMatchObject({ changed: 2, created: 0, proposed: 0 });
  expect(await read(one)).toMatchObject({
    price: '1.1',
    price_tiers: [{ min_quantity: 100, price: '1.04' }],
  });
  expect(await read(two)).toMatchObject({ price: '0.35' });
});

test('tiers are set below each price, and taken away', async () => {
  const ids = [await product(), await product({ price_micro: 2_000_000n })];
  const tiers = [
    { min_quantity: 500, discount_percent: '10' },
    { min_quantity: 100, discount_percent: '2.5' },
  ];
  await change({ ids, change: { tiers, price_decimals: 3 } });
  expect((await read(ids[0]!)).price_tiers).toEqual([
    { min_quantity: 100, price: '1.024' },
    { min_quantity: 500, price: '0.945' },
  ]);
  expect((await read(ids[1]!)).price_tiers[1]).toEqual({ min_quantity: 500, price: '1.8' });
  await change({ ids, change: { without_tiers: true } });
  expect((await read(ids[0]!)).price_tiers).toEqual([]);
});

test('one that cannot be changed so keeps all from it, and is named', async () => {
  const [good, small] = [await product(), await product({ max_quantity: 50 })];
  const body = {
    ids: [good, small, '999999'],
    change: { tiers: [{ min_quantity: 100, discount_percent: '5' }] },
  };
  const shown = await preview(body);
  expect(shown.problems.map(({ goods_id, problem }: any) => [goods_id, problem])).toEqual([
    ['999999', 'unknown'],
    [small, 'price_tiers'],
  ]);
  const refused = await ask('changes', { ...body, digest: shown.digest });
  expect(refused.code).toBe(100_001);
  expect(refused.body.faults ?? refused.data).toMatchObject([
    { field: 'goods.999999.unknown', fault: 'unknown' },
    { field: `goods.${small}.price_tiers`, fault: 'wrong' },
  ]);
  expect((await read(good)).price_tiers).toEqual([]);
  const tooLong = await preview({ ids: [good], change: { warranty_hours: 100_000 } });
  expect(tooLong.problems[0].problem).toBe('warranty_hours');
  const nowhere = await preview({ ids: [good], change: { category_id: '999999' } });
  expect(nowhere.problems[0].problem).toBe('category_id');
});

test('two thousand that match a filter change in one step, with an entry each; another edit meanwhile stops it', async () => {
  const category_id = await buildCategory(shop.ctx, { en: 'Two thousand' });
  await sql`
    insert into goods (category_id, name, description, price_micro, created_at)
    select ${category_id}::bigint, '{"en":"Many"}', '{}', 1000000, now() from generate_series(1, 2000)`.execute(
    shop.ctx.db,
  );
  const all = { filter: { all: true, category: String(category_id) }, change: { price_percent: '-12.5' } };
  const shown = await preview(all);
  expect(shown).toMatchObject({ matched: 2_000, changed: 2_000 });
  expect(shown.items).toHaveLength(100);
  const first = shown.items[0].goods_id as string;
  await change({ ids: [first], change: { price: '3' } }, bob);
  expect((await ask('changes', { ...all, digest: shown.digest })).code).toBe(300_195);
  expect(await read(shown.items[1].goods_id)).toMatchObject({ price: '1' });
  const done = await change(all);
  expect(done.data).toMatchObject({ changed: 2_000 });
  const prices = await shop.ctx.db
    .selectFrom('goods')
    .select(({ fn }) => ['price_micro', fn.countAll<bigint>().as('count')])
    .where('category_id', '=', category_id)
    .groupBy('price_micro')
    .orderBy('price_micro')
    .execute();
  expect(prices).toEqual([
    { price_micro: 875_000n, count: 1_999n },
    { price_micro: 2_625_000n, count: 1n },
  ]);
  const log = async (path: string) => shop.call('GET', `/api/audit${path}`, undefined, ann.headers);
  const [whole] = (await log('?action=goods.change&limit=1')).data.items;
  expect(whole).toMatchObject({ id: done.data.audit_id, subject: 'goods', after: { changed: 2_000 } });
  const [entry] = (await log(`?subject=goods:${first}&limit=1`)).data.items;
  expect([entry.before[`goods:${first}`], entry.after[`goods:${first}`]]).toEqual([
    { price: '3' },
    { price: '2.625' },
  ]);
  expect(entry.names[`after.goods:${first}`]).toBe('Many');
  expect((await log('/export?action=goods.change&format=xlsx')).status).toBe(200);
  expect((await log('/verification')).data.broken_at).toBe(null);
  // One of them by itself, then all.
  expect((await undo(entry.id)).data).toMatchObject({ changed: 1 });
  expect(await read(first)).toMatchObject({ price: '3' });
  expect((await undo(whole.id)).data).toMatchObject({ changed: 1_999 });
  expect(await read(shown.items[1].goods_id)).toMatchObject({ price: '1' });
});

test('what would be proposed by now was not what the preview showed', async () => {
  const id = await product();
  const body = { ids: [id], change: { price: '0.5' } };
  const { digest, proposed } = await preview(body);
  expect(proposed).toBe(0);
  await shop.ctx.db
    .updateTable('goods')
    .set({ floor_micro: 1_000_000n })
    .where('id', '=', BigInt(id))
    .execute();
  expect((await ask('changes', { ...body, digest })).code).toBe(300_195);
});

test('levels for products that all see are refused, not dropped', async () => {
  const id = await product();
  const shown = await preview({ ids: [id], change: { level_ids: ['1'] } });
  expect(shown.problems).toMatchObject([{ goods_id: id, problem: 'level_ids' }]);
});

test('a call repeated by its key changes nothing more; the key stands for nothing else', async () => {
  const id = await product();
  const body = { ids: [id], change: { price_percent: '10' } };
  const { digest } = await preview(body);
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => ask('changes', { ...body, digest }, ann, key)));
  expect(new Set(answers.map(({ data }) => data.audit_id)).size).toBe(1);
  expect(await read(id)).toMatchObject({ price: '1.155' });
  const other = { ids: [id], change: { price: '9' } };
  const again = await ask('changes', { ...other, digest: (await preview(other)).digest }, ann, key);
  expect(again.code).toBe(300_007);
  // A refused call left its key free.
  const free = randomUUID();
  expect((await ask('changes', { ...body, digest }, ann, free)).code).toBe(300_195);
  const next = { ...body, digest: (await preview(body)).digest };
  expect((await ask('changes', next, ann, free)).data.changed).toBe(1);
});

test('of two changes at the same time, one is made and the other finds it', async () => {
  const ids = [await product(), await product()];
  const bodies = [
    { ids, change: { price_percent: '10' } },
    { ids: ids.toReversed(), change: { price_percent: '20' } },
  ];
  const digests = await Promise.all(bodies.map(async (body) => (await preview(body)).digest));
  const codes = await Promise.all(
    bodies.map(
      async (body, at) => (await ask('changes', { ...body, digest: digests[at] }, at ? bob : ann)).code,
    ),
  );
  expect(codes.toSorted((a, b) => a - b)).toEqual([200, 300_195]);
  expect((await read(ids[0]!)).price).toBe((await read(ids[1]!)).price);
});

test('prices below a floor wait for a second person; the others change at once', async () => {
  const low = await product({ floor_micro: 1_000_000n });
  const free = await product();
  const body = { ids: [low, free], change: { price_percent: '-20' } };
  const shown = await preview(body);
  expect(shown).toMatchObject({ changed: 2, proposed: 1, effect: { below_floor_count: 1 } });
  const done = await ask('changes', { ...body, digest: shown.digest, reason: 'an old stock' });
  expect(done.data).toMatchObject({ changed: 1, proposed: 1 });
  expect([(await read(low)).price, (await read(free)).price]).toEqual(['1.05', '0.84']);
  // Its proposal is open: nothing else is proposed beside it.
  const next = await preview({ ids: [low], change: { price: '0.7' } });
  expect(next.problems).toMatchObject([{ goods_id: low, problem: 'proposalOpen' }]);
  const rows = await shop.ctx.db.selectFrom('proposals').selectAll().execute();
  const proposal = rows.find(({ subject }) => subject === `goods:${low}`)!;
  expect(proposal).toMatchObject({ state: 'proposed', reason: 'an old stock' });
  const approve = (who: TestAdmin) =>
    shop.call('POST', `/api/proposals/${proposal.id}/approve`, undefined, who.headers);
  expect((await approve(ann)).code).not.toBe(200);
  expect((await approve(bob)).data.state).toBe('applied');
  expect((await read(low)).price).toBe('0.84');
  const refused = await preview({ ids: [low], change: { price: '0.5' } }, clerk);
  expect(refused.problems).toMatchObject([{ goods_id: low, problem: 'belowFloor' }]);
});

test('sale, category, warranty, order and who sees them', async () => {
  const ids = [await product(), await product()];
  const category_id = String(await buildCategory(shop.ctx, { en: 'Elsewhere' }));
  const parts = { on_sale: false, category_id, warranty_hours: 5, sort_order: -3, visibility: 'link' };
  const done = await change({ ids, change: parts });
  expect(done.data.changed).toBe(2);
  for (const id of ids)
    expect(await read(id)).toMatchObject({
      on_sale: false,
      category: { id: category_id },
      warranty_hours: 5,
      sort: -3,
      visibility: 'link',
    });
  const keys = await shop.ctx.db
    .selectFrom('goods')
    .select('link_key')
    .where('id', 'in', ids.map(BigInt))
    .execute();
  expect(new Set(keys.map(({ link_key: key }) => key)).size).toBe(2);
});

test('an undo reverses exactly, once, and not what was changed since', async () => {
  const ids = [await product({ tiers: [tier(10, 1_000_000n)] }), await product()];
  const { audit_id: id } = (await change({ ids, change: { price_percent: '5', price_decimals: 2 } })).data;
  const [, price] = [await read(ids[0]!), (await read(ids[1]!)).price];
  await change({ ids: [ids[1]!], change: { price: '7' } }, bob);
  const refused = await undo(id);
  expect(refused.code).toBe(300_195);
  expect(refused.body.faults ?? refused.data).toEqual([
    { field: `goods.${ids[1]}.price`, fault: 'wrong', value: 'Test mailbox: 7' },
  ]);
  expect((await read(ids[0]!)).price).toBe('1.1');
  await change({ ids: [ids[1]!], change: { price } }, bob);
  const done = await undo(id);
  expect(done.data).toMatchObject({ changed: 2 });
  expect(await read(ids[0]!)).toMatchObject({
    price: '1.05',
    price_tiers: [{ min_quantity: 10, price: '1' }],
  });
  expect((await undo(id)).data).toMatchObject({ changed: 0, audit_id: null });
  // And the undo, in turn.
  expect((await undo(done.data.audit_id)).data.changed).toBe(2);
  expect((await read(ids[0]!)).price).toBe('1.1');
});

test('a sale and the prices of a form are undone by their entries', async () => {
  const id = await product({ tiers: [tier(10, 1_000_000n)] });
  const off = { ids: [id], on_sale: false };
  const sale = await shop.call('PUT', '/api/admin/goods/on-sale', off, ann.headers);
  expect((await undo(sale.data.audit_id)).data.changed).toBe(1);
  const shown = await read(id);
  expect(shown.on_sale).toBe(true);
  const form = { names: shown.names, category_id: shown.category.id, price: '2', warranty_hours: 3 };
  await shop.call('PUT', `/api/admin/goods/${id}`, form, ann.headers);
  const log = await shop.call(
    'GET',
    `/api/audit?action=goods.update&subject=goods:${id}`,
    undefined,
    ann.headers,
  );
  expect((await undo(log.data.items[0].id)).data.changed).toBe(1);
  expect(await read(id)).toMatchObject({
    price: '1.05',
    price_tiers: [{ min_quantity: 10, price: '1' }],
    warranty_hours: 3,
  });
  expect((await undo('1')).code).toBe(506);
});

test('all that was on sale before everything was taken off is on sale again by one undo', async () => {
  const [on, off] = [await product(), await product()];
  await shop.call('PUT', '/api/admin/goods/on-sale', { ids: [off], on_sale: false }, ann.headers);
  const { count, auditId } = await takeAllOffSale(shop.ctx);
  expect((await read(on)).on_sale).toBe(false);
  expect(await takeAllOffSale(shop.ctx)).toEqual({ count: 0, auditId: null });
  expect((await undo(String(auditId))).data.changed).toBe(count);
  expect([(await read(on)).on_sale, (await read(off)).on_sale]).toEqual([true, false]);
});

test('what can be repeated is forgotten after thirty days', async () => {
  await change({ ids: [await product()], change: { price_percent: '5', price_decimals: 2 } });
  const count = async () => (await sql`select from repeatable_calls`.execute(shop.ctx.db)).rows.length;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  const at = (days: number) => ({
    ...shop.ctx,
    clock: { now: () => new Date(shop.clock.now().getTime() + days * DAY_MS) },
  });
  expect(await sweepRepeatableCalls(at(29))).toEqual({ more: false });
  expect(await count()).toBe(before);
  await sweepRepeatableCalls(at(31));
  expect(await count()).toBe(0);
});
