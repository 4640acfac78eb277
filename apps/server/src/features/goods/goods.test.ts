import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { buildGoods, buildCategory, stockUp, buildBuyer } from '../../testing/build.ts';
import { imageForm, pngBytes } from '../../testing/image-form.ts';
import { createWorld, type World, collectEvents, createFreshWorld } from '../../testing/world.ts';
import type { Ctx } from '../../platform/context.ts';
import { listActiveAlarms, watchMoney } from '../alarms/index.ts';
import { placeOrder } from '../orders/index.ts';
import { findPromotions } from '../prices/index.ts';
import { readGoodsHead } from './read-goods-head.ts';
import { idOfSlug, slugOf } from './goods.present.ts';
import { countLowStock, listLowGoods, watchStock } from './watch-stock.ts';

const USDT = 1_000_000n;
/** Nothing was sold. */
const sales = { countSold: async () => new Map() };

async function buy(ctx: Ctx, goodsId: bigint, quantity: number): Promise<void> {
  const buyer = await buildBuyer(ctx, 100n * USDT);
  const body = { goods_id: String(goodsId), quantity, gender: 'random' as const };
  await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
}

test('running out and coming back are announced once each', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  const all = collectEvents(ctx.events, ['stockRanOut', 'stockReturned']);
  const look = async (): Promise<string[]> => {
    all.length = 0;
    await watchStock(ctx, sales);
    return all.filter((event) => 'goodsId' in event && event.goodsId === goodsId).map(({ name }) => name);
  };
  expect(await look()).toEqual([]);
  await stockUp(ctx, goodsId, 3, 'female');
  expect(await look()).toEqual(['stockReturned']);
  await buy(ctx, goodsId, 2);
  expect(await look()).toEqual([]);
  await buy(ctx, goodsId, 1);
  expect(await look()).toEqual(['stockRanOut']);
  expect(await look()).toEqual([]);
  await stockUp(ctx, goodsId, 1);
  expect(await look()).toEqual(['stockReturned']);
});

test('a change is announced again where a listener fails', async () => {
  const { ctx } = await createWorld();
  const goodsId = await buildGoods(ctx);
  await stockUp(ctx, goodsId, 1);
  let failures = 1;
  ctx.events.on('stockReturned', async (_, event) => {
    if (event.goodsId === goodsId && failures-- > 0) throw new Error('listener');
  });
  const heard = collectEvents(ctx.events, ['stockReturned']);
  await expect(watchStock(ctx, sales)).rejects.toThrow('listener');
  expect(heard).toEqual([]);
  await watchStock(ctx, sales);
  expect(heard).toContainEqual({ name: 'stockReturned', goodsId });
});

test('a product is low by its own rule, told once for each time, and counted while it is', async () => {
  const { ctx } = await createFreshWorld();
  const [byCount, byDays, without] = [await buildGoods(ctx), await buildGoods(ctx), await buildGoods(ctx)];
  await ctx.db.updateTable('goods').set({ low_at: 2 }).where('id', '=', byCount).execute();
  await ctx.db.updateTable('goods').set({ low_days: 3 }).where('id', '=', byDays).execute();
  let week = 7n;
  const selling = {
    countSold: async () => new Map([[byDays, { ever: 100n, week }]]),
  };
  const heard = collectEvents(ctx.events, ['stockRanLow']);
  const look = async (): Promise<(bigint | undefined)[]> => {
    heard.length = 0;
    await watchStock(ctx, selling);
    return heard.map((event) => ('goodsId' in event ? event.goodsId : undefined));
  };
  await stockUp(ctx, byCount, 3);
  await stockUp(ctx, byDays, 3);
  await stockUp(ctx, without, 1);
  expect(await look()).toEqual([]);
  expect(await countLowStock(ctx.db)).toBeNull();

  await buy(ctx, byCount, 1);
  week = 8n;
  expect(await look()).toEqual([byCount, byDays]);
  expect(await look()).toEqual([]);
  expect(await countLowStock(ctx.db)).toEqual({ count: 2, since: ctx.clock.now() });
  expect(await listLowGoods(ctx.db)).toMatchObject([
    { id: byCount, left: 2 },
    { id: byDays, left: 3 },
  ]);
  await watchMoney(ctx);
  const alarms = (await listActiveAlarms(ctx.db)).filter(({ kind }) => kind === 'stockLow');
  expect(alarms.map(({ findings }) => findings)).toEqual([
    [{ code: 'stockLow', facts: { product: 'Test mailbox', left: 2 } }],
    [{ code: 'stockLow', facts: { product: 'Test mailbox', left: 3 } }],
  ]);

  await stockUp(ctx, byCount, 1);
  await ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', byDays).execute();
  expect(await look()).toEqual([]);
  expect(await countLowStock(ctx.db)).toBeNull();
  await buy(ctx, byCount, 1);
  expect(await look()).toEqual([byCount]);
});

describe('pictures', () => {
  let shop: TestShop;
  let admin: TestAdmin;

  beforeAll(async () => {
    shop = await createTestShop();
    admin = await signInAdmin(shop.ctx, ['goods.write', 'stock.read']);
  });

  async function give(id: string, bytes: Buffer) {
    const { payload, headers } = await imageForm(bytes);
    const url = `/api/admin/goods/${id}/image`;
    const form = { method: 'PUT', url, payload, headers: { ...headers, ...admin.headers } } as const;
    return (await shop.app.http.inject(form)).json();
  }

  const ask = (method: string, path: string): Promise<Answer> =>
    shop.call(method, `/api/admin/goods${path}`, undefined, admin.headers);
  const look = (address: string) => shop.app.http.inject({ method: 'GET', url: address });
  const shownGoods = async (id: string) => (await shop.call('GET', `/api/goods/${id}`)).data;
  const entries = (id: string) =>
    shop.ctx.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'goods.image')
      .where('subject', '=', `goods:${id}`)
      .execute();
  const build = async (): Promise<string> => String(await buildGoods(shop.ctx));

  test('everybody sees a product’s picture, as an image that may be cached for ever', async () => {
    const id = await build();
    expect((await shownGoods(id)).image).toBeNull();
    const picture = pngBytes(randomUUID());
    const { data } = await give(id, picture);
    expect(data.image).toMatch(new RegExp(`^/api/goods/${id}/images/[0-9a-f-]{36}$`));
    expect((await shownGoods(id)).image).toBe(data.image);
    expect((await ask('GET', `/${id}`)).data).toEqual(data);
    const seen = await look(data.image);
    expect(seen.rawPayload).toEqual(picture);
    expect(seen.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  test('another picture has another address, and the first is gone from the disk', async () => {
    const id = await build();
    const first = (await give(id, pngBytes('first'))).data.image;
    const name = await shop.ctx.db.selectFrom('goods').select('image').where('id', '=', BigInt(id)).execute();
    const second = (await give(id, pngBytes('second'))).data.image;
    expect(second).not.toBe(first);
    expect((await look(first)).json().code).toBe(506);
    expect((await look(second)).rawPayload).toEqual(pngBytes('second'));
    // Even to who names it by the row.
    await shop.ctx.db.updateTable('goods').set(name[0]!).where('id', '=', BigInt(id)).execute();
    expect((await look(first)).json().code).toBe(506);
  });

  test('a picture is removed once, and changing the product leaves it alone', async () => {
    const id = await build();
    const { image } = (await give(id, pngBytes())).data;
    const copy = (await ask('POST', `/${id}/copies`)).data;
    expect(copy.image).toBeNull();
    expect((await look(image.replace(`/${id}/`, `/${copy.id}/`))).json().code).toBe(506);
    const { category, names } = (await ask('GET', `/${id}`)).data;
    const body = { category_id: category.id, names, price: '2' };
    const written = await shop.call('PUT', `/api/admin/goods/${id}`, body, admin.headers);
    expect(written.data.image).toBe(image);
    expect((await ask('DELETE', `/${id}/image`)).data.image).toBeNull();
    expect((await ask('DELETE', `/${id}/image`)).data.image).toBeNull();
    expect((await look(image)).json().code).toBe(506);
    expect(await entries(id)).toHaveLength(2);
  });

  test('of pictures sent at once each replaces one, so that only the last stays', async () => {
    const id = await build();
    const given = await Promise.all(['a', 'b', 'c', 'd'].map((more) => give(id, pngBytes(more))));
    expect(given.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    const replaced = (await entries(id)).map(({ before }) => before);
    expect(new Set(replaced.map((one) => JSON.stringify(one))).size).toBe(4);
  });

  test('what is no picture, or of no product, is refused and changes nothing', async () => {
    const id = await build();
    const { image } = (await give(id, pngBytes())).data;
    expect((await give(id, Buffer.from('<svg onload="alert(1)"/>'))).code).toBe(519);
    expect((await give('999999999', pngBytes())).code).toBe(506);
    expect((await ask('DELETE', '/999999999/image')).code).toBe(506);
    expect((await shownGoods(id)).image).toBe(image);
    expect(await entries(id)).toHaveLength(1);
  });
});

describe('the page of a product', () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld();
  });

  const headAt = (path: string, language: 'en' | 'ru' = 'en') =>
    readGoodsHead(
      {
        db: world.ctx.db,
        publicUrl: 'https://shop.example',
        language,
        now: world.clock.now(),
        findPromotions,
      },
      path,
    );

  test('a product’s page says what is sold, from which price, and whether there is any', async () => {
    const { ctx } = world;
    const id = await buildGoods(ctx, {
      category_id: await buildCategory(ctx, { en: 'Mailboxes', ru: 'Ящики' }),
      name: { en: 'Quiet mailbox, 1 year', ru: 'Тихий ящик' },
      description: { en: 'Two lines\nof text </script>' },
      price_micro: 1_500_000n,
      tiers: [{ minQuantity: 100, priceMicro: 1_250_000n }],
    });
    const head = await headAt(`/product/${id}`);
    const canonical = `https://shop.example/product/${id}-quiet-mailbox-1-year`;
    expect(head).toEqual({
      title: 'Quiet mailbox, 1 year',
      description: 'Two lines of text </script>',
      text: 'Two lines\nof text </script>',
      canonical,
      type: 'product',
      isUnlisted: false,
      picture: null,
      data: {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Quiet mailbox, 1 year',
        description: 'Two lines of text </script>',
        sku: String(id),
        category: 'Mailboxes',
        offers: {
          '@type': 'Offer',
          url: canonical,
          price: '1.5',
          priceCurrency: 'USDT',
          availability: 'https://schema.org/OutOfStock',
          priceSpecification: [
            expect.objectContaining({
              price: '1.5',
              eligibleQuantity: expect.objectContaining({ minValue: 1 }),
            }),
            expect.objectContaining({
              price: '1.25',
              eligibleQuantity: expect.objectContaining({ minValue: 100 }),
            }),
          ],
          warranty: expect.objectContaining({ '@type': 'WarrantyPromise' }),
        },
      },
    });
    await stockUp(ctx, id, 1);
    const inRussian = await headAt(`/product/${id}-any-words/`, 'ru');
    expect(inRussian).toMatchObject({
      title: 'Тихий ящик',
      canonical,
      data: { category: 'Ящики', offers: { availability: 'https://schema.org/InStock' } },
    });
  });

  test('there is no page of a product that does not exist or is not on sale', async () => {
    const id = await buildGoods(world.ctx);
    await world.ctx.db.updateTable('goods').set({ on_sale: false }).where('id', '=', id).execute();
    for (const slug of [String(id), '999999999', 'mailbox', '1x', '12345678901234567890', '%00'])
      expect(await headAt(`/product/${slug}`)).toBeNull();
  });

  test.each([
    [{ en: 'Quiet mailbox, 1 year!' }, '7-quiet-mailbox-1-year'],
    [{ pt: 'Caixa de e-mail não usada' }, '7-caixa-de-e-mail-nao-usada'],
    [{ 'zh-cn': 'Quilletpost 新邮箱' }, '7'],
    [{ ru: 'Почта', pt: 'Correio' }, '7-correio'],
    [{ en: `Long ${'name '.repeat(40)}` }, '7-long-name-name-name-name-name-name-name-name-name-name-name'],
    [{ en: 'Badminton club, new' }, '7-club-new'],
    [{ en: 'Administrator' }, '7'],
  ])('the address of %o ends in %s', (name, slug) => {
    expect(slugOf({ id: 7n, name })).toBe(slug);
    expect(idOfSlug(slug)).toBe(7n);
  });
});
