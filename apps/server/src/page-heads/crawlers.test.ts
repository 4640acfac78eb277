import { PAGE_PATHS } from '@portside/contract/wire/page-paths';
import { expect, test } from 'vitest';
import { setGoodsOnSale } from '../features/goods/write-goods.ts';
import { createHttp } from '../platform/http/http.ts';
import { buildCategory, buildGoods } from '../testing/build.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { createFreshWorld } from '../testing/world.ts';
import { bindCrawlers, writeRobots } from './crawlers.ts';
import { ADDRESSES, publicPageAt } from './read-page-head.ts';

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
    `${publicUrl}/client/purchase-account?category=${category}`,
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
  for (const address of [...Object.values(ADDRESSES), '/', '/mobile/index', '/product/7-box', '/preview.png'])
    expect(isOpen(robots, address), address).toBe(true);
  for (const address of ['/api/goods/7/images/ab', '/api/brand/images/ab', '/api/goods', '/api/support'])
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
