import { LANGUAGES } from '@portside/contract';
import { PAGE_PATHS } from '@portside/contract/wire/page-paths';
import { beforeAll, expect, test } from 'vitest';
import type { PageBrand, PageSettings } from '../platform/pages/page-settings.ts';
import { buildCategory, buildGoods } from '../testing/build.ts';
import { createWorld, type World } from '../testing/world.ts';
import { headTexts, type PublicPage } from './page-heads.texts.ts';
import { ADDRESSES, readPageHead } from './read-page-head.ts';

const publicUrl = 'https://shop.example';
const plain: PageSettings = { origins: [], nameIn: () => 'Quay', brand: null, announcements: [] };
const brand: PageBrand = {
  css: '',
  texts: {},
  textIn: (name) => (name === 'headline' ? 'By the crate.' : name === 'lede' ? 'From the quay' : ''),
  logo: { address: '/api/brand/images/1', type: 'image/png', smallIcon: null, maskableIcon: null },
  themeColour: null,
};

let world: World;
beforeAll(async () => {
  world = await createWorld();
});

function headAt(address: string, settings = plain) {
  const { pathname, searchParams } = new URL(address, publicUrl);
  return readPageHead(
    { db: world.ctx.db, publicUrl },
    { path: pathname, query: searchParams },
    { language: 'en', settings },
  );
}

test.each(LANGUAGES)(
  'the texts in %s fit into what search engines show, and no two pages share one',
  (language) => {
    const texts = Object.values(headTexts[language]);
    for (const { title, description } of texts) {
      expect(title.length, title).toBeLessThanOrEqual(60);
      expect(description.length, description).toBeLessThanOrEqual(160);
    }
    expect(new Set(texts.map(({ title }) => title)).size).toBe(texts.length);
    expect(new Set(texts.map(({ description }) => description)).size).toBe(texts.length);
  },
);

test.each(Object.entries(ADDRESSES) as [PublicPage, string][])('%s is at %s', async (page, address) => {
  expect(await headAt(address)).toEqual({
    ...headTexts.en[page],
    text: '',
    canonical: publicUrl + address,
    picture: { address: 'https://shop.example/preview.png', isWide: true },
    type: 'website',
    data: null,
    isOfSettings: true,
  });
});

test.each([
  ['/', '/client/main'],
  ['/mobile/index/', '/client/main'],
  ['/Client/Main?promotion_code=HARBOUR1', '/client/main'],
  ['/mobile/purchase-account?q=mail&sort=price', '/client/purchase-account'],
  ['/client/purchase-account?category=999', '/client/purchase-account'],
  ['/docs', '/docs/how-to-buy'],
  ['/login?redirect=/mobile/index', '/login'],
])('%s is the same page as %s', async (address, canonical) => {
  expect((await headAt(address))?.canonical).toBe(publicUrl + canonical);
});

test('what is behind a sign-in, and what a link opens for one person, is nobody else’s to find', async () => {
  const open = new Set(['/', '/client', '/mobile', '/mobile/index', '/mobile/purchase-account', '/docs']);
  for (const address of Object.values(ADDRESSES)) open.add(address.split('?')[0]!);
  const closed = PAGE_PATHS.filter((path) => !path.includes(':') && !open.has(path));
  expect(closed).toContain('/ban-page');
  expect(closed.length).toBeGreaterThan(20);
  for (const path of closed) expect(await headAt(path), path).toBeNull();
});

test('the operator’s own texts and logo take the place of the built-in ones, on the home page only', async () => {
  const settings = { ...plain, brand };
  const picture = { address: 'https://shop.example/api/brand/images/1', isWide: false };
  expect(await headAt('/client/main', settings)).toMatchObject({
    title: 'By the crate',
    description: 'From the quay',
    picture,
  });
  expect(await headAt('/docs/terms', settings)).toMatchObject({ ...headTexts.en.terms, picture });
});

test('a category is a page of its own, and a product without a picture shows the shop’s', async () => {
  const { ctx } = world;
  const category = await buildCategory(ctx, { en: 'Mailboxes' });
  expect(await headAt(`/mobile/purchase-account?category=${category}&q=x`)).toMatchObject({
    title: 'Mailboxes',
    description: expect.stringContaining('Mailboxes: all products') as unknown,
    canonical: `https://shop.example/client/purchase-account?category=${category}`,
    isOfSettings: false,
  });
  const goods = await buildGoods(ctx, { category_id: category });
  expect(await headAt(`/product/${goods}`, { ...plain, brand })).toMatchObject({
    type: 'product',
    picture: { address: 'https://shop.example/api/brand/images/1', isWide: false },
    data: { '@type': 'Product' },
    text: expect.any(String) as unknown,
  });
  expect(await headAt('/product/999999')).toBeNull();
});
