import { STOCK_DISPLAYS } from '@portside/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildGoods, fund, stockUp } from '../../testing/build.ts';
import { buildLevel, buildPriceList, setLevel } from '../../testing/build-prices.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { needsConsent } from './floor.ts';
import { showCount } from './goods.present.ts';

describe('selling rules', () => {
  let shop: TestShop;
  let admin: TestAdmin;
  let gold: TestAdmin;
  let silver: TestAdmin;
  let goldId: bigint;

  beforeAll(async () => {
    shop = await createTestShop();
    admin = await signInAdmin(shop.ctx, ['goods.write', 'stock.read']);
    [gold, silver] = [await signInAdmin(shop.ctx, []), await signInAdmin(shop.ctx, [])];
    goldId = await buildLevel(shop.ctx);
    await setLevel(shop.ctx, gold.user.id, goldId);
    await setLevel(
      shop.ctx,
      silver.user.id,
      await buildLevel(shop.ctx, { name: JSON.stringify({ en: 'Silver' }) }),
    );
  });

  const ask = (who: TestAdmin | null, method: string, path: string, body?: unknown): Promise<Answer> =>
    shop.call(method, `/api/${path}`, body, who?.headers);
  const set = (id: string, rules: object) => ask(admin, 'PUT', `admin/goods/${id}/selling-rules`, rules);

  async function product(count = 5): Promise<string> {
    const id = await buildGoods(shop.ctx);
    if (count > 0) await stockUp(shop.ctx, id, count);
    return String(id);
  }

  const idsIn = (answer: Answer): string[] => answer.data.items.map(({ id }: { id: string }) => id);
  const listed = async (who: TestAdmin | null, id: string) =>
    idsIn(await ask(who, 'GET', 'goods')).includes(id);
  const read = async (who: TestAdmin | null, id: string) => (await ask(who, 'GET', `goods/${id}`)).code;

  test('what is for levels is in the list of nobody, and among the own products of whoever has the level', async () => {
    const id = await product();
    expect((await set(id, { visibility: 'levels', level_ids: [String(goldId)] })).code).toBe(200);
    for (const who of [null, silver, gold, admin]) expect(await listed(who, id)).toBe(false);
    expect(idsIn(await ask(gold, 'GET', 'goods/mine'))).toContain(id);
    expect(idsIn(await ask(silver, 'GET', 'goods/mine'))).not.toContain(id);
    expect((await ask(null, 'GET', 'goods/mine')).code).toBe(401);
    expect([await read(gold, id), await read(silver, id), await read(null, id)]).toEqual([200, 506, 506]);
  });

  const addressOf = async (id: string): Promise<string> =>
    (await ask(admin, 'GET', `admin/goods/${id}/selling-rules`)).data.address;

  test('by link only: nowhere but at its own address, which nobody guesses', async () => {
    const id = await product();
    await set(id, { visibility: 'link' });
    expect(await listed(null, id)).toBe(false);
    expect(idsIn(await ask(gold, 'GET', 'goods/mine'))).not.toContain(id);
    const [, key] = /^\/product\/\d+-([0-9a-f]{32})$/.exec(await addressOf(id))!;
    expect(await read(null, id)).toBe(506);
    expect(await read(null, `${id}?link_key=${key!.replace(/./g, '0')}`)).toBe(506);
    const { data } = await ask(null, 'GET', `goods/${id}?link_key=${key}`);
    expect(data).toMatchObject({ id, slug: `${id}-${key}`, link_key: key });
    const logged = await shop.ctx.db.selectFrom('audit_entries').selectAll().execute();
    expect(JSON.stringify(logged.map(({ before, after }) => [before, after]))).not.toContain(key);
  });

  test('by link only: prices, quotes and orders need its key too', async () => {
    const id = await product();
    await set(id, { visibility: 'link' });
    const key = (await addressOf(id)).split('-')[1];
    await buildPriceList(shop.ctx, 'everybody', BigInt(id), { 1: 900_000n });
    for (const who of [null, gold]) {
      const path = who ? 'prices/mine' : 'prices/promotions';
      const pricedIds = async (query: string) =>
        (await ask(who, 'GET', path + query)).data.offers.map((one: { goods_id: string }) => one.goods_id);
      expect(await pricedIds('')).not.toContain(id);
      expect(await pricedIds(`?link_key=${key}`)).toContain(id);
    }
    await fund(shop.ctx, gold.user.id, 10_000_000n);
    const order = { goods_id: id, quantity: 1 };
    for (const path of ['orders/quotes', 'orders']) {
      expect((await ask(gold, 'POST', path, order)).code).toBe(506);
      expect((await ask(gold, 'POST', path, { ...order, link_key: key })).code).toBe(200);
    }
    // A link that is given out anew is not handed to those who had the old one.
    expect(JSON.stringify(await ask(gold, 'GET', 'orders'))).not.toContain(key);
  });

  test('a product that becomes one by link again has a new link; a copy has its own', async () => {
    const id = await product();
    await set(id, { visibility: 'link' });
    const first = await addressOf(id);
    await set(id, { visibility: 'link', most_per_day: 5 });
    expect(await addressOf(id)).toBe(first);
    const copy = await ask(admin, 'POST', `admin/goods/${id}/copies`);
    expect((await addressOf(copy.data.id)).split('-')[1]).not.toBe(first.split('-')[1]);
    await set(id, { visibility: 'hidden' });
    await set(id, { visibility: 'link' });
    const second = await addressOf(id);
    expect(second).not.toBe(first);
    expect(await read(null, `${id}?link_key=${first.split('-')[1]}`)).toBe(506);
  });

  test('a hidden product is nowhere, and comes back as it was', async () => {
    const id = await product();
    await set(id, { visibility: 'hidden' });
    expect([await listed(admin, id), await read(admin, id)]).toEqual([false, 506]);
    expect((await ask(admin, 'GET', `admin/goods/${id}`)).data.visibility).toBe('hidden');
    await set(id, {});
    expect([await listed(null, id), await read(null, id)]).toEqual([true, 200]);
  });

  test('rules are read as they were set, with the levels to choose from', async () => {
    const id = await product();
    const rules = {
      visibility: 'levels',
      level_ids: [String(goldId)],
      most_per_buyer: 10,
      most_per_day: 2,
      stock_display: 'ranges',
      delivery_order: 'newest',
      search_words: ['gmail', 'гмейл'],
    };
    await set(id, rules);
    const { data } = await ask(admin, 'GET', `admin/goods/${id}/selling-rules`);
    expect(data.rules).toEqual(rules);
    expect(data.levels).toEqual(expect.arrayContaining([{ id: String(goldId), name: 'Gold' }]));
    expect((await ask(gold, 'GET', `goods/${id}`)).data).toMatchObject({
      max_quantity: 2,
      most_per_buyer: 10,
      most_per_day: 2,
      search_words: ['gmail', 'гмейл'],
    });
  });

  test('contradicting rules are refused, and nothing changes', async () => {
    const id = String(await buildGoods(shop.ctx, { min_quantity: 5 }));
    for (const rules of [{ visibility: 'levels' }, { most_per_buyer: 4 }, { most_per_day: 4 }])
      expect(await set(id, rules)).toMatchObject({ code: 100_001 });
    expect((await set(id, { visibility: 'levels', level_ids: ['999999'] })).code).toBe(506);
    expect((await set('999999', {})).code).toBe(506);
    const { data } = await ask(admin, 'GET', `admin/goods/${id}/selling-rules`);
    expect(data.rules).toEqual({
      visibility: 'everybody',
      level_ids: [],
      delivery_order: 'oldest',
      search_words: [],
    });
  });

  test('stock is shown as the product says, else as the shop does, and to the back office exactly', async () => {
    const id = await product(73);
    const shown = async () => {
      const { data } = await ask(null, 'GET', `goods/${id}`);
      return [data.stock, data.stock_by_gender.unspecified, data.stock_display];
    };
    expect(await shown()).toEqual([73, 73, 'exact']);
    const owner = await signInAdmin(shop.ctx);
    const settings = (await ask(owner, 'GET', 'settings')).data;
    await ask(owner, 'PUT', 'settings', { ...settings, stock_display: 'in_stock' });
    expect(await shown()).toEqual([1, 1, 'in_stock']);
    await set(id, { stock_display: 'ranges' });
    expect(await shown()).toEqual([50, 50, 'ranges']);
    const { items } = (await ask(null, 'GET', 'goods')).data;
    expect(items.find((one: { id: string }) => one.id === id).stock).toBe(50);
    expect((await ask(admin, 'GET', `admin/goods/${id}`)).data.stock).toBe(73);
    await ask(owner, 'PUT', 'settings', settings);
  });

  test('a product is found by the words that people type', async () => {
    const id = await product();
    await set(id, { search_words: ['Ящик_почты'] });
    const find = async (words: string) => idsIn(await ask(null, 'GET', `goods?q=${encodeURI(words)}`));
    expect(await find('ящик_почты')).toEqual([id]);
    const name = JSON.stringify({ en: 'Quay "seven"', 'zh-cn': '码头' });
    await sql`update goods set name = ${name}::jsonb where id = ${id}`.execute(shop.ctx.db);
    // The name of a language is no word of the product.
    expect([await find('"seven"'), await find('zh-cn')]).toEqual([[id], []]);
  });

  test('the smallest order stays within what one buyer may have', async () => {
    const id = await product();
    await set(id, { most_per_day: 4 });
    const { data } = await ask(admin, 'GET', `admin/goods/${id}`);
    const body = { names: data.names, category_id: data.category.id, price: '1' };
    const write = (min_quantity: number) => ask(admin, 'PUT', `admin/goods/${id}`, { ...body, min_quantity });
    expect((await write(5)).code).toBe(100_001);
    expect((await write(4)).code).toBe(200);
  });
});

describe('floor prices', () => {
  const priced = (
    price: bigint,
    floor: bigint | null = null,
    tier?: bigint,
    cost_micro: bigint | null = null,
  ) => ({
    price_micro: price,
    floor_micro: floor,
    cost_micro,
    min_quantity: 10,
    tiers: tier === undefined ? [] : [{ minQuantity: 100, priceMicro: tier }],
  });

  test.each([
    ['no floor', priced(5n), priced(1n), false],
    ['at the floor', priced(5n, 3n), priced(3n, 3n), false],
    ['below it', priced(5n, 3n), priced(2n, 3n), true],
    ['a tier below it', priced(5n, 3n), priced(5n, 3n, 2n), true],
    ['a first floor below the price', priced(5n), priced(5n, 3n), false],
    ['a floor above the price', priced(5n), priced(5n, 6n), true],
    ['a lower floor', priced(5n, 3n), priced(5n, 2n), true],
    ['no floor any more', priced(5n, 3n), priced(5n), true],
    ['as low as it was agreed', priced(2n, 3n), priced(2n, 3n), false],
    ['lower than was agreed', priced(2n, 3n), priced(1n, 3n), true],
    ['both raised', priced(5n, 3n), priced(8n, 7n), false],
    ["the tier's price for everybody", priced(5n, 3n, 2n), priced(2n, 3n), true],
    ['the tier as it was agreed', priced(5n, 3n, 2n), priced(4n, 3n, 2n), false],
    ['at the cost', priced(5n, null, undefined, 3n), priced(3n), false],
    ['below the cost', priced(5n, null, undefined, 3n), priced(2n), true],
    ['a tier below the cost', priced(5n, null, undefined, 3n), priced(5n, null, 2n), true],
    ['below the cost, with a lower floor set at once', priced(5n, null, undefined, 3n), priced(2n, 1n), true],
    ['below the cost, above a lower floor', priced(5n, 1n, undefined, 3n), priced(2n, 1n), true],
    ['above the cost, below a higher floor', priced(5n, 4n, undefined, 2n), priced(3n, 4n), true],
    ['a price that the cost has passed', priced(2n, null, undefined, 3n), priced(2n), false],
    ['the same, lower', priced(2n, null, undefined, 3n), priced(1n), true],
    ['a smaller order at it', priced(2n, null, undefined, 3n), { ...priced(2n), min_quantity: 9 }, true],
    [
      'a smaller order at the cost',
      priced(2n, null, undefined, 3n),
      { ...priced(3n), min_quantity: 9 },
      false,
    ],
    ['a larger order at it', priced(2n, null, undefined, 3n), { ...priced(2n), min_quantity: 11 }, false],
  ])('%s', (_, before, after, isNeeded) => {
    expect(needsConsent(before, after)).toBe(isNeeded);
  });

  test('a new product below its floor takes consent', () => {
    expect(needsConsent(null, priced(2n, 3n))).toBe(true);
    expect(needsConsent(null, priced(3n, 3n))).toBe(false);
  });

  let shop: TestShop;
  let ann: TestAdmin;
  let bob: TestAdmin;
  let clerk: TestAdmin;

  beforeAll(async () => {
    shop = await createTestShop();
    const actions = ['goods.write', 'stock.read', 'price.write'];
    [ann, bob] = [await signInAdmin(shop.ctx, actions), await signInAdmin(shop.ctx, actions)];
    clerk = await signInAdmin(shop.ctx, ['goods.write', 'stock.read']);
  });

  async function product(): Promise<{ id: string; write: (who: TestAdmin, more: object) => Promise<any> }> {
    const id = String(await buildGoods(shop.ctx, { price_micro: 2_000_000n, floor_micro: 1_000_000n }));
    const { data } = await shop.call('GET', `/api/admin/goods/${id}`, undefined, ann.headers);
    const body = { names: data.names, category_id: data.category.id, price: '2' };
    const write = (who: TestAdmin, more: object) =>
      shop.call('PUT', `/api/admin/goods/${id}`, { ...body, ...more }, who.headers);
    return { id, write };
  }

  test('a price below the floor waits for a second person; the rest of the form does not', async () => {
    const { id, write } = await product();
    const names = { en: 'Renamed' };
    const { data } = await write(ann, { names, price: '0.5', reason: 'an old stock' });
    expect(data).toMatchObject({ name: 'Renamed', price: '2', floor: '1' });
    expect(data.proposal).toMatchObject({ state: 'proposed', terms: { price: '0.5', floor: '1' } });
    const approved = await shop.call(
      'POST',
      `/api/proposals/${data.proposal.id}/approve`,
      undefined,
      bob.headers,
    );
    expect(approved.data.state).toBe('applied');
    const after = await shop.call('GET', `/api/admin/goods/${id}`, undefined, ann.headers);
    expect(after.data).toMatchObject({ name: 'Renamed', price: '0.5', floor: '1', on_sale: true });
    // What was agreed needs no second person again.
    expect((await write(ann, { names, price: '0.5' })).data.proposal).toBeNull();
  });

  test('a floor is raised by one person, lowered or removed by two, and kept by who does not know it', async () => {
    const { write } = await product();
    expect((await write(ann, { floor: '1.5' })).data).toMatchObject({ floor: '1.5', proposal: null });
    expect((await write(ann, {})).data).toMatchObject({ floor: '1.5', proposal: null });
    const { data } = await write(ann, { floor: '0' });
    expect(data).toMatchObject({ floor: '1.5', proposal: { state: 'proposed', terms: { floor: null } } });
  });

  test('who may not set prices cannot go below the floor, nor can a new product', async () => {
    const { write } = await product();
    expect((await write(clerk, { price: '0.5' })).code).toBe(300_094);
    expect((await write(clerk, { price: '1' })).code).toBe(200);
    const { category_id } = await shop.ctx.db.selectFrom('goods').selectAll().executeTakeFirstOrThrow();
    const body = { names: { en: 'New' }, category_id: String(category_id), price: '1', floor: '2' };
    expect((await shop.call('POST', '/api/admin/goods', body, ann.headers)).code).toBe(300_094);
  });

  test('what changed since is not overwritten by an old approval', async () => {
    const { id, write } = await product();
    const { proposal } = (await write(ann, { price: '0.5', reason: 'an old stock' })).data;
    await write(ann, { price: '3', floor: '1.5' });
    const { data } = await shop.call('POST', `/api/proposals/${proposal.id}/approve`, undefined, bob.headers);
    expect(data).toMatchObject({ state: 'failed', outcome_error: 'priceChanged' });
    const after = await shop.call('GET', `/api/admin/goods/${id}`, undefined, ann.headers);
    expect(after.data).toMatchObject({ price: '3', floor: '1.5' });
  });

  test.each([
    [99, 'failed', '2'],
    [100, 'applied', '0.5'],
    [200, 'applied', '0.5'],
  ])('prices agreed to for orders of 100: with %i by then, %s', async (min_quantity, state, price) => {
    const { id, write } = await product();
    const { data } = await write(ann, { min_quantity: 100, price: '0.5', reason: 'an old stock' });
    expect(data).toMatchObject({ min_quantity: 100, proposal: { terms: { min_quantity: 100 } } });
    // At the price of now it is one person's business.
    expect((await write(ann, { min_quantity })).data).toMatchObject({ min_quantity, proposal: null });
    const approval = `/api/proposals/${data.proposal.id}/approve`;
    expect((await shop.call('POST', approval, undefined, bob.headers)).data).toMatchObject({ state });
    const after = await shop.call('GET', `/api/admin/goods/${id}`, undefined, ann.headers);
    expect(after.data).toMatchObject({ min_quantity, price });
  });

  test('what was agreed for one product is neither copied nor sold in smaller orders', async () => {
    const { id, write } = await product();
    const least = { min_quantity: 100 };
    const { proposal } = (await write(ann, { ...least, price: '0.5', reason: 'an old stock' })).data;
    await shop.call('POST', `/api/proposals/${proposal.id}/approve`, undefined, bob.headers);
    const copy = await shop.call('POST', `/api/admin/goods/${id}/copies`, undefined, ann.headers);
    expect(copy.code).toBe(300_094);
    expect((await write(clerk, { min_quantity: 99, price: '0.5' })).code).toBe(300_094);
    expect((await write(ann, { min_quantity: 200, price: '0.5' })).code).toBe(200);
  });

  test('smaller orders at a price below it wait for a second person, in a form and of several at once', async () => {
    const { id, write } = await product();
    const { proposal } = (await write(ann, { min_quantity: 100, price: '0.5', reason: 'an old stock' })).data;
    await shop.call('POST', `/api/proposals/${proposal.id}/approve`, undefined, bob.headers);
    const smaller = { min_quantity: 50, price: '0.5' };
    const tooFew = await write(ann, { ...smaller, max_quantity: 60, reason: 'an old stock' });
    expect(tooFew.code).toBe(100_001);
    const { data } = await write(ann, { ...smaller, names: { en: 'Fewer' }, reason: 'an old stock' });
    expect(data).toMatchObject({ name: 'Fewer', min_quantity: 100, price: '0.5' });
    expect(data.proposal.terms).toMatchObject({ former_min_quantity: 100, min_quantity: 50, price: '0.5' });
    const many = { text: `id,min_quantity\n${id},50` };
    const preview = await shop.call('POST', '/api/admin/goods/catalogue/previews', many, ann.headers);
    expect(preview.data).toMatchObject({ proposed: 1, problems: [{ problem: 'proposalOpen' }] });
    await shop.call('POST', `/api/proposals/${data.proposal.id}/approve`, undefined, bob.headers);
    const after = await shop.call('GET', `/api/admin/goods/${id}`, undefined, ann.headers);
    expect(after.data).toMatchObject({ min_quantity: 50, price: '0.5', max_quantity: 10_000 });
  });
});

describe('stock display', () => {
  test.each([
    [0, 'ranges', 1, 0],
    [1, 'ranges', 1, 1],
    [9, 'ranges', 1, 1],
    [99, 'ranges', 1, 50],
    [4_999, 'ranges', 1, 1_000],
    [250_000, 'ranges', 1, 10_000],
    // Nothing that cannot be ordered is in stock, and what can be ordered is.
    [4, 'ranges', 5, 0],
    [7, 'ranges', 5, 5],
    [120, 'ranges', 60, 100],
    [0, 'in_stock', 1, 0],
    [4, 'in_stock', 5, 0],
    [5_000, 'in_stock', 5, 5],
    [4, 'exact', 5, 4],
  ] as const)('%i in stock shown as %s, sold from %i on: %i', (count, display, least, shown) => {
    expect(showCount(count, display, least)).toBe(shown);
  });

  test('property: never more than there is, and whether it can be ordered stays true', () => {
    const counts = fc.record({
      count: fc.nat(20_000),
      least: fc.integer({ min: 1, max: 10_000 }),
      display: fc.constantFrom(...STOCK_DISPLAYS),
    });
    fc.assert(
      fc.property(counts, ({ count, least, display }) => {
        const shown = showCount(count, display, least);
        expect(shown).toBeLessThanOrEqual(count);
        expect(shown >= least).toBe(count >= least);
      }),
    );
  });
});
