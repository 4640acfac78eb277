import { LANGUAGES } from '@portside/contract';
import { PAGE_PATHS } from '@portside/contract/wire/page-paths';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PageBrand, PageSettings } from '../platform/pages/page-settings.ts';
import { insertCategory } from '../features/goods/categories.ts';
import { HOUR_MS } from '../platform/clock.ts';
import { buildBuyer, buildCategory, buildGoods } from '../testing/build.ts';
import { buildLevel, buildPriceList, setLevel } from '../testing/build-prices.ts';
import { createWorld, type World, createFreshWorld } from '../testing/world.ts';
import { setGoodsOnSale } from '../features/goods/write-goods.ts';
import { createHttp } from '../platform/http/http.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { headTexts, type PublicPage } from './page-heads.texts.ts';
import { ADDRESSES, readPageHead, publicPageAt } from './read-page-head.ts';
import { bindCrawlers, writeRobots } from './crawlers.ts';

const publicUrl = 'https://shop.example';

async function open(mostPerFile?: number) {
  const world = await createFreshWorld();
  const ctx = { ...world.ctx, publicUrl, live: world.live };
  const app = await createHttp({ log: ctx.log, trustedProxies: [], perMinute: null });
  bindCrawlers(app, { ctx, live: world.live, ...(mostPerFile !== undefined && { mostPerFile }) });
  atEndOfFile(() => app.close());
  const get = (url: string, headers = {}) => app.inject({ method: 'GET', url, headers });
  const locationsIn = async (url: string): Promise<string[]> =>
    [...(await get(url)).payload.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!);
  return { ...world, ctx, get, locationsIn };
}

test('the sitemap lists public pages, categories and what is on sale, each in every language', async () => {
  const { ctx, clock, get, locationsIn } = await open();
  const category = await buildCategory(ctx, { en: 'Mailboxes' });
  const shown = await buildGoods(ctx, { category_id: category, name: { en: 'Box & co' } });
  const hidden = await buildGoods(ctx, { category_id: category, name: { en: 'Hidden' } });
  clock.advance(60_000);
  await setGoodsOnSale(ctx, { body: { ids: [String(hidden)], on_sale: false } });
  const answer = await get('/sitemap.xml', { host: 'evil.example' });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    etag: expect.any(String) as unknown,
  });
  expect(await locationsIn('/sitemap.xml')).toEqual([
    ...Object.values(ADDRESSES).map((address) => publicUrl + address),
    `${publicUrl}/category/${category}-mailboxes`,
    `${publicUrl}/product/${shown}-box-co`,
  ]);
  expect(answer.payload).not.toContain('evil');
  const product = answer.payload.split('<url>').at(-1)!;
  for (const tag of ['zh-CN', 'en', 'pt', 'ru'])
    expect(product).toContain(
      `<xhtml:link rel="alternate" hreflang="${tag}" href="${publicUrl}/product/${shown}-box-co?lang=${tag.toLowerCase()}"/>`,
    );
  expect(product).toContain(`hreflang="x-default" href="${publicUrl}/product/${shown}-box-co"/>`);
  expect(product).toContain('<lastmod>2026-11-20T12:00:00.000Z</lastmod>');
  // Of a login's form, an address with a query is escaped.
  expect(answer.payload).toContain(`href="${publicUrl}/login?mode=register&#38;lang=ru"`);
  const again = await get('/sitemap.xml', { 'if-none-match': answer.headers.etag });
  expect(again.statusCode).toBe(304);
});

test('an admin’s change is in the sitemap at once, with its time', async () => {
  const { ctx, clock, live, get, locationsIn } = await open();
  const id = await buildGoods(ctx, { name: { en: 'Box' } });
  const before = await locationsIn('/sitemap.xml');
  expect(before.at(-1)).toBe(`${publicUrl}/product/${id}-box`);
  const set = (isOnSale: boolean) =>
    setGoodsOnSale({ ...ctx, live }, { body: { ids: [String(id)], on_sale: isOnSale } });
  await set(false);
  expect(await locationsIn('/sitemap.xml')).toEqual(before.slice(0, -1));
  clock.advance(3_600_000);
  await set(true);
  expect((await get('/sitemap.xml')).payload).toContain('<lastmod>2026-11-20T13:00:00.000Z</lastmod>');
});

test('many products are split into files, each product in one of them', async () => {
  const { ctx, get, locationsIn } = await open(2);
  const ids: bigint[] = [];
  for (let i = 0; i < 5; i += 1) ids.push(await buildGoods(ctx, { name: { en: 'Box' } }));
  const files = await locationsIn('/sitemap.xml');
  expect(files).toEqual([1, 2, 3].map((number) => `${publicUrl}/sitemap-${number}.xml`));
  expect((await get('/sitemap.xml')).payload).toContain('<sitemapindex');
  const listed: string[] = [];
  for (const file of files) listed.push(...(await locationsIn(new URL(file).pathname)));
  expect(listed.filter((address) => address.includes('/product/'))).toEqual(
    ids.map((id) => `${publicUrl}/product/${id}-box`),
  );
  expect(new Set(listed).size).toBe(listed.length);
  for (const none of [
    '/sitemap-4.xml',
    '/sitemap-0.xml',
    '/sitemap--1.xml',
    '/sitemap-999999.xml',
    '/sitemap-x.xml',
  ])
    expect((await get(none)).json(), none).toMatchObject({ code: 506, data: null });
});

type Rule = { readonly isAllowed: boolean; readonly path: string };

/** As search engines read it: the longest rule that matches decides, and everything else is allowed. */
function isOpen(robots: string, address: string): boolean {
  const rules = robots.split('\n').flatMap((line): Rule[] => {
    const [, name, path] = /^(Allow|Disallow): (\S+)$/.exec(line) ?? [];
    return path === undefined ? [] : [{ isAllowed: name === 'Allow', path }];
  });
  const matching = rules.filter(({ path }) =>
    path.endsWith('$') ? address === path.slice(0, -1) : address.startsWith(path),
  );
  return matching.toSorted((a, b) => b.path.length - a.path.length)[0]?.isAllowed ?? true;
}

test('crawlers may read public pages and what these show, and nothing else', async () => {
  const robots = (await (await open()).get('/robots.txt')).payload;
  expect(robots).toContain('\nSitemap: https://shop.example/sitemap.xml\n');
  for (const address of [
    ...Object.values(ADDRESSES),
    '/',
    '/mobile/index',
    '/product/7-box',
    '/category/7-boxes',
    '/preview.png',
  ])
    expect(isOpen(robots, address), address).toBe(true);
  for (const address of [
    '/api/goods/7/images/ab',
    '/api/categories/7/images/ab',
    '/api/brand/images/ab',
    '/api/goods',
    '/api/support',
  ])
    expect(isOpen(robots, address), address).toBe(true);
  for (const path of PAGE_PATHS)
    if (!path.includes(':') && publicPageAt(path, new URLSearchParams()) === undefined)
      expect(isOpen(robots, path), path).toBe(false);
  for (const address of ['/api/orders', '/api/auth/me', '/api/support/messages', '/order/26A', '/admin/x'])
    expect(isOpen(robots, address), address).toBe(false);
});

test('a demo that the internet can reach is found by nobody', () => {
  const onInternet = writeRobots({ publicUrl: 'https://demo.example', isSandbox: true });
  expect(onInternet).toBe('User-agent: *\nDisallow: /\n');
  const atHome = writeRobots({ publicUrl: 'http://localhost:3000', isSandbox: true });
  expect(isOpen(atHome, '/client/main')).toBe(true);
});

describe('page heads', () => {
  const plain: PageSettings = { origins: [], nameIn: () => 'Quay', brand: null, announcements: [] };
  const brand: PageBrand = {
    css: '',
    texts: {},
    textIn: (name) => (name === 'headline' ? 'By the crate.' : name === 'lede' ? 'From the quay' : ''),
    logo: { address: '/api/brand/images/1', type: 'image/png', smallIcon: null, maskableIcon: null },
    wordmarks: { light: null, dark: null },
    hero: null,
    themeColour: null,
  };

  let world: World;

  beforeAll(async () => {
    world = await createWorld();
  });

  function headAt(address: string, settings = plain) {
    const { pathname, searchParams } = new URL(address, publicUrl);
    return readPageHead(
      { db: world.ctx.db, clock: world.clock, publicUrl },
      { path: pathname, query: searchParams },
      { language: 'en', settings },
    );
  }

  test('what search engines read is what everybody pays in the smallest order, and until when', async () => {
    const { ctx, clock } = world;
    const buyer = await buildBuyer(ctx, 0n);
    const { id: family_id } = await ctx.db
      .insertInto('families')
      .values({ name: '{"en":"Tide"}', description: '{}', updated_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tiers = [{ minQuantity: 10, priceMicro: 900_000n }];
    const goodsId = await buildGoods(ctx, { min_quantity: 5, tiers });
    await ctx.db.updateTable('goods').set({ family_id }).where('id', '=', goodsId).execute();
    const now = clock.now().getTime();
    const [soon, later] = [new Date(now + HOUR_MS), new Date(now + 2 * HOUR_MS)];
    await buildPriceList(ctx, 'everybody', goodsId, { 5: 800_000n }, { ends_at: later });
    await buildPriceList(ctx, 'everybody', goodsId, { 50: 600_000n }, { ends_at: soon });
    await buildPriceList(ctx, 'everybody', goodsId, { 1: 400_000n }, { starts_at: soon, ends_at: later });
    const levelId = await buildLevel(ctx, { discount_basis_points: 9_000 });
    await setLevel(ctx, buyer.id, levelId);
    await buildPriceList(ctx, { userId: buyer.id }, goodsId, { 1: 300_000n });
    await buildPriceList(ctx, { levelId }, goodsId, { 1: 200_000n });

    const offerAt = async (path: string): Promise<any> => {
      const data: any = (await headAt(`${publicUrl}${path}`))!.data;
      return (data.hasVariant?.[0] ?? data).offers;
    };
    const step = (minValue: number, price: string, validThrough?: Date) => ({
      price,
      eligibleQuantity: expect.objectContaining({ minValue }),
      ...(validThrough && { validThrough: validThrough.toISOString() }),
    });
    for (const path of [`/product/${goodsId}`, `/family/${family_id}`])
      expect(await offerAt(path)).toMatchObject({
        price: '0.8',
        priceValidUntil: later.toISOString(),
        priceSpecification: [step(5, '0.8', later), step(50, '0.6', soon)],
      });
    clock.advance(2 * HOUR_MS);
    const { priceValidUntil, ...offer } = await offerAt(`/product/${goodsId}`);
    expect(priceValidUntil).toBeUndefined();
    expect(offer).toMatchObject({ price: '1', priceSpecification: [step(5, '1'), step(10, '0.9')] });
  });

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
      canonical: `https://shop.example/category/${category}-mailboxes`,
      isOfSettings: false,
    });
    const { id: child } = await insertCategory(ctx.db, { en: 'Work' }, 0, category, { en: 'For\n  teams.' });
    expect(await headAt(`/category/${child}-whatever/`)).toMatchObject({
      title: 'Work',
      description: 'For teams.',
      text: 'For\n  teams.',
      canonical: `https://shop.example/category/${child}-work`,
      type: 'website',
      data: {
        '@type': 'CollectionPage',
        breadcrumb: {
          itemListElement: [
            { position: 1, name: 'Mailboxes', item: `https://shop.example/category/${category}-mailboxes` },
            { position: 2, name: 'Work' },
          ],
        },
      },
    });
    expect(await headAt('/category/999999')).toBeNull();
    const goods = await buildGoods(ctx, { category_id: category });
    expect(await headAt(`/product/${goods}`, { ...plain, brand })).toMatchObject({
      type: 'product',
      picture: { address: 'https://shop.example/api/brand/images/1', isWide: false },
      data: { '@type': 'Product' },
      text: expect.any(String) as unknown,
    });
    expect(await headAt('/product/999999')).toBeNull();
  });

  test('what is for a link is not to be found, and what is for some says nothing of itself', async () => {
    const { ctx } = world;
    const goods = await buildGoods(ctx);
    const shown = async (visibility: 'everybody' | 'levels' | 'link' | 'hidden') => {
      await ctx.db.updateTable('goods').set({ visibility }).where('id', '=', goods).execute();
      return headAt(`/product/${goods}`);
    };
    expect(await shown('everybody')).toMatchObject({ isUnlisted: false });
    expect(await shown('link')).toBeNull();
    const { link_key: key } = await ctx.db
      .selectFrom('goods')
      .select('link_key')
      .where('id', '=', goods)
      .executeTakeFirstOrThrow();
    const address = `/product/${goods}-${key}`;
    expect(await headAt(address)).toMatchObject({
      isUnlisted: true,
      canonical: `https://shop.example${address}`,
    });
    expect(await shown('levels')).toBeNull();
    expect(await shown('hidden')).toBeNull();
  });

  test('the products of a family have its page for their address', async () => {
    const { ctx } = world;
    const family = await ctx.db
      .insertInto('families')
      .values({ name: JSON.stringify({ en: 'Boxes' }), description: '{}', updated_at: ctx.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const address = `https://shop.example/family/${family.id}-boxes`;
    expect(await headAt(`/family/${family.id}`)).toBeNull();
    const goods = await buildGoods(ctx, { name: { en: 'Box' } });
    await ctx.db.updateTable('goods').set({ family_id: family.id }).where('id', '=', goods).execute();
    expect(await headAt(`/family/${family.id}-whatever`)).toMatchObject({
      title: 'Boxes',
      canonical: address,
      data: { '@type': 'ProductGroup', hasVariant: [{ sku: String(goods), offers: { '@type': 'Offer' } }] },
    });
    expect(await headAt(`/product/${goods}`)).toMatchObject({
      canonical: address,
      data: { isVariantOf: { url: address } },
    });
    const unlisted = ctx.db.updateTable('goods').set({ visibility: 'link' }).where('id', '=', goods);
    const { link_key: key } = await unlisted.returning('link_key').executeTakeFirstOrThrow();
    expect(await headAt(`/product/${goods}-${key}`)).toMatchObject({
      canonical: `https://shop.example/product/${goods}-${key}`,
    });
  });
});
