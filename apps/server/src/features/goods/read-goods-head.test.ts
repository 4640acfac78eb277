import { beforeAll, expect, test } from 'vitest';
import { buildCategory, buildGoods, stockUp } from '../../testing/build.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { readGoodsHead } from './read-goods-head.ts';
import { idOfSlug, slugOf } from './goods.present.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

const headAt = (path: string, language: 'en' | 'ru' = 'en') =>
  readGoodsHead({ db: world.ctx.db, publicUrl: 'https://shop.example', language }, path);

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
