import type { InjectOptions } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { createHttp } from '../http/http.ts';
import type { PageAddress, PageHead } from './insert-head.ts';
import { cachePageSettings, type PageBrand } from './page-settings.ts';
import { servePages, type PageParts } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'portside-pages-'));
mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(folder, 'manifest.webmanifest'), '{ "name": "Portside" }');
writeFileSync(join(folder, 'assets/page.js'), '');
for (const language of ['en', 'ru', 'zh-cn']) {
  mkdirSync(join(folder, 'pages', language, 'mobile'), { recursive: true });
  writeFileSync(join(folder, 'pages', language, 'mobile/cashRegister.html'), `cashier in ${language}`);
  writeFileSync(join(folder, 'pages', language, 'login.html'), '<title>Portside</title><b>Portside</b>');
}
const BRANDED = `<head><meta name="description" content="Built" /><link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/apple-touch-icon.png" /></head><svg data-brand="logo" width="30" height="30"><path d="M0"></path></svg>Portside<h1 class="a" data-brand="headline">Built</h1><p data-brand="lede">Built</p>`;
mkdirSync(join(folder, 'pages/en/client'));
writeFileSync(join(folder, 'pages/en/client/main.html'), BRANDED);
const LOGO = '<svg data-brand="logo" width="30" height="30"><path d="M0"></path></svg>';
writeFileSync(
  join(folder, 'pages/en/client/purchase-account.html'),
  `<span class="w" data-brand="wordmark">${LOGO}<span>Portside</span></span><span class="w" data-brand="wordmark-dark">${LOGO}<span>Portside</span></span><svg class="p" data-brand="hero"><g></g></svg><p>`,
);
const SCRIPT = 'export const quay = 1;'.repeat(100);
writeFileSync(join(folder, 'assets/packed.js'), SCRIPT);
writeFileSync(join(folder, 'assets/packed.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(folder, 'pages/ru/manifest.webmanifest'), '{ "name": "Portside", "lang": "ru" }');
afterAll(() => rmSync(folder, { recursive: true }));

const RELAY = 'wss://relay.example';

const HEAD: PageHead = {
  title: 'Box "A" & </title><script>Portside',
  description: 'Two "lines" of $& <text>',
  text: 'Two "lines" of $& <text>,\nin full',
  canonical: 'https://shop.example/product/7-box',
  picture: { address: 'https://shop.example/box.png', isWide: true },
  type: 'product',
  isOfSettings: false,
  data: { '@type': 'Product', name: '</script><script>alert(1)</script>' },
};

async function createPages(
  readOrigins: () => Promise<readonly string[]>,
  siteName = 'Portside',
  brand: PageBrand | null = null,
  parts: Partial<PageParts> = {},
) {
  const { ctx } = await createWorld();
  const time = { ms: 0 };
  const app = await createHttp({ log: ctx.log, trustedProxies: [], perMinute: null });
  const read = async () => ({
    nameIn: () => siteName,
    origins: await readOrigins(),
    brand,
    announcements: [],
  });
  const readHead = ({ path }: PageAddress) =>
    Promise.resolve(/\/product\/7/.test(path.toLowerCase()) ? HEAD : null);
  const clock = { now: () => new Date(time.ms) };
  await servePages(app, folder, {
    settings: cachePageSettings({ clock, read }, ctx.log),
    readHead,
    ...parts,
  });
  const policyOf = async (url: string, headers = {}) => {
    const answer = await app.inject({ method: 'GET', url, headers });
    return { status: answer.statusCode, policy: String(answer.headers['content-security-policy']), answer };
  };
  return { time, policyOf, inject: (asked: InjectOptions) => app.inject(asked) };
}

test('a page may connect to its shop only, and to configured origins within seconds', async () => {
  let origins: readonly string[] = [];
  let reads = 0;
  const { time, policyOf } = await createPages(() => ((reads += 1), Promise.resolve(origins)));
  expect((await policyOf('/')).policy).toContain("connect-src 'self';");
  origins = [RELAY];
  time.ms = 4_999;
  expect((await policyOf('/client/main')).policy).toContain("connect-src 'self';");
  expect(reads).toBe(1);
  time.ms = 5_000;
  for (const url of ['/', '/client/main']) {
    const { status, policy } = await policyOf(url);
    expect(status).toBe(200);
    expect(policy).toContain(`connect-src 'self' ${RELAY};`);
    // No frames, and only the shop's own scripts, as before.
    expect(policy).toContain("default-src 'none';script-src 'self';");
  }
  expect(reads).toBe(2);
});

test('a page cached by the browser gets the new policy too', async () => {
  const { policyOf } = await createPages(() => Promise.resolve([RELAY]));
  const { answer } = await policyOf('/');
  const again = await policyOf('/', { 'if-none-match': answer.headers.etag });
  expect(again.status).toBe(304);
  expect(again.policy).toContain(RELAY);
});

test('files and calls get none of it, and a failed read allows nothing', async () => {
  const { policyOf } = await createPages(() => Promise.resolve([RELAY]));
  for (const url of ['/assets/page.js', '/api/none'])
    expect((await policyOf(url)).policy).not.toContain(RELAY);
  const broken = await createPages(() => Promise.reject(new Error('no database')));
  expect(await broken.policyOf('/')).toMatchObject({
    status: 200,
    policy: expect.stringContaining("connect-src 'self';") as unknown,
  });
});

test('precompressed files are sent to clients that accept them', async () => {
  const { policyOf } = await createPages(() => Promise.resolve([]));
  const ask = async (encoding: string) =>
    (await policyOf('/assets/packed.js', { 'accept-encoding': encoding })).answer;
  const packed = await ask('gzip, br');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript') as unknown,
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(packed.rawPayload).toEqual(brotliCompressSync(SCRIPT));
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(SCRIPT);
  const plain = await ask('identity');
  expect([plain.headers['content-encoding'], plain.payload]).toEqual([undefined, SCRIPT]);
  expect((await policyOf('/assets/packed.js.br')).status).toBe(404);
});

test.each([
  ['/mobile/cashRegister', 'ru-RU,ru;q=0.9,en;q=0.8', 'cashier in ru'],
  ['/mobile/cashRegister', 'fr,zh-TW;q=0.9', 'cashier in zh-cn'],
  ['/mobile/cashRegister', 'fr', 'cashier in en'],
  ['/mobile/cashRegister', undefined, 'cashier in en'],
  // As the router reads an address.
  ['/Mobile/cashregister/?order_no=1', 'ru', 'cashier in ru'],
  ['/mobile', 'ru', '<!doctype html>'],
])('the HTML of %s for %s: %s', async (url, language, html) => {
  const { policyOf } = await createPages(() => Promise.resolve([]));
  const { status, answer } = await policyOf(url, language ? { 'accept-language': language } : {});
  expect([status, answer.payload]).toEqual([200, html]);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-cache, no-transform',
    vary: expect.stringContaining('accept-language') as unknown,
  });
});

test.each([
  '/mobile/cashRegister/further',
  // Escapes that nobody can read.
  '/%E0%A4%A',
  '/client/%?%=%',
  // By its address only: the file itself is no page.
  '/pages/ru/mobile/cashRegister.html',
  '/index.html',
  '/.env',
  '/metrics',
  '/sitemap.xml',
  '/clients',
  '/admin/nothing',
  '/product',
  '/product/8',
  '/product/7/further',
])('there is no page %s: a browser gets the HTML that says so, a program the envelope', async (url) => {
  const { policyOf } = await createPages(() => Promise.resolve([]));
  const forPeople = await policyOf(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
  expect([forPeople.status, forPeople.answer.payload]).toEqual([404, '<!doctype html>']);
  for (const accept of ['*/*', 'application/json', undefined]) {
    const { status, answer } = await policyOf(url, accept ? { accept } : {});
    expect([status, answer.json()]).toMatchObject([404, { code: 506, data: null }]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache, no-transform',
      vary: expect.stringContaining('accept') as unknown,
    });
  }
});

test('the links to orders in e-mails are pages, whether there is such an order or not', async () => {
  const { policyOf } = await createPages(() => Promise.resolve([]));
  for (const url of ['/order/261122063044958FH17R54E', '/Order/26A/', '/order/never?from=mail'])
    for (const accept of ['text/html', '*/*']) {
      const { status, answer } = await policyOf(url, { accept });
      expect([status, answer.payload], url).toEqual([200, '<!doctype html>']);
    }
  for (const url of ['/order', '/order/', '/order/26A/x', '/order/26%26x=1'])
    expect((await policyOf(url)).status, url).toBe(404);
});

test('a page takes no other method, and says which it takes', async () => {
  const { inject } = await createPages(() => Promise.resolve([]));
  for (const [url, status, allow] of [
    ['/client/main', 405, 'GET, HEAD'],
    ['/assets/page.js', 405, 'GET, HEAD'],
    ['/manifest.webmanifest', 405, 'GET, HEAD'],
    ['/nothing', 404, undefined],
  ] as const) {
    const answer = await inject({ method: 'POST', url });
    expect([answer.statusCode, answer.headers.allow]).toEqual([status, allow]);
    expect(answer.json()).toMatchObject({ code: status === 405 ? 405 : 506, data: null });
  }
});

test.each([
  ['/login', '<title>Tom &#38; Co. &#60;$&#38;&#62;</title><b>Tom &#38; Co. &#60;$&#38;&#62;</b>'],
  ['/manifest.webmanifest', '{ "name": "Tom & Co. <$&>" }'],
])("%s tells the shop's own name from the first byte", async (url, text) => {
  const { policyOf } = await createPages(() => Promise.resolve([]), 'Tom & Co. <$&>');
  const { answer } = await policyOf(url);
  expect(answer.payload).toBe(text);
  expect(answer.headers['cache-control']).toMatch(/^no-cache/);
  const asBuilt = await createPages(() => Promise.resolve([]));
  expect((await asBuilt.policyOf(url)).answer.payload).toContain('Portside');
});

test('the manifest is in the reader’s language', async () => {
  for (const name of ['Portside', 'Quay']) {
    const { policyOf } = await createPages(() => Promise.resolve([]), name);
    const { answer } = await policyOf('/manifest.webmanifest', { 'accept-language': 'ru' });
    expect(answer.json()).toEqual({ name, lang: 'ru' });
    expect(answer.headers['content-type']).toContain('application/manifest+json');
  }
});

test('a name in quotation marks leaves the manifest readable', async () => {
  const { policyOf } = await createPages(() => Promise.resolve([]), 'The "Mole" \\ Co.');
  const { answer } = await policyOf('/manifest.webmanifest');
  expect(JSON.parse(answer.payload)).toEqual({ name: 'The "Mole" \\ Co.' });
});

const BRAND: PageBrand = {
  css: ':root{--mantine-color-marine-7:#0f766e}',
  themeColour: '#052e2b',
  texts: { headline: { en: '</script><b>"Crates"' } },
  textIn: (name) => (name === 'headline' ? '</script><b>"Crates"' : name === 'lede' ? 'By $& & more' : ''),
  logo: { address: '/api/brand/images/1', type: 'image/png', smallIcon: null, maskableIcon: null },
  wordmarks: { light: null, dark: null },
  hero: null,
};

test('the brand is in the first HTML, and no text of it is markup', async () => {
  const { policyOf } = await createPages(() => Promise.resolve([]), 'Quay', BRAND);
  const { answer } = await policyOf('/client/main');
  expect(answer.payload)
    .toBe(`<head><meta name="description" content="By $&#38; &#38; more" /><link rel="icon" href="/api/brand/images/1" type="image/png" /><link rel="apple-touch-icon" href="/api/brand/images/1" /><style id="brand-style">:root{--mantine-color-marine-7:#0f766e}</style>
<script type="application/json" id="brand">{"texts":{"headline":{"en":"\\u003c/script>\\u003cb>\\"Crates\\""}},"logo":"/api/brand/images/1","css":":root{--mantine-color-marine-7:#0f766e}"}</script>
</head><img src="/api/brand/images/1" width="30" height="30" alt="">Quay<h1 class="a" data-brand="headline">&#60;/script&#62;&#60;b&#62;&#34;Crates&#34;</h1><p data-brand="lede">By $&#38; &#38; more</p>`);
  const manifest = (await policyOf('/manifest.webmanifest')).answer.json();
  expect(manifest).toEqual({
    name: 'Quay',
    description: 'By $& & more',
    theme_color: '#052e2b',
    icons: [{ src: '/api/brand/images/1', type: 'image/png', sizes: '512x512' }],
  });
});

test('wordmarks and the picture of the home page take the place of what is built in', async () => {
  const shownWith = async (changed: Partial<PageBrand>): Promise<string> => {
    const { policyOf } = await createPages(() => Promise.resolve([]), 'Quay & Co.', {
      ...BRAND,
      logo: null,
      ...changed,
    });
    return (await policyOf('/client/purchase-account')).answer.payload;
  };
  const usual = `${LOGO}<span>Quay &#38; Co.</span>`;
  const [light, dark] = [
    { address: '/api/brand/images/1', width: 150 },
    { address: '/api/brand/images/2', width: 90 },
  ];
  const lightImage = `<img data-wide="" src="/api/brand/images/1" width="150" height="30" alt="Quay &#38; Co."><span data-compact="">${LOGO}</span>`;
  const darkImage = `<img data-wide="" src="/api/brand/images/2" width="90" height="30" alt="Quay &#38; Co."><span data-compact="">${LOGO}</span>`;
  expect(await shownWith({ wordmarks: { light, dark }, hero: '/api/brand/images/3' })).toContain(
    `<span class="w" data-on="light">${lightImage}</span><span class="w" data-on="dark">${darkImage}</span>` +
      `<span class="w">${darkImage}</span><img data-hero="" src="/api/brand/images/3" alt=""><p>`,
  );
  // What is missing for one of the two is logo and name.
  expect(await shownWith({ wordmarks: { light, dark: null } })).toContain(
    `<span class="w" data-on="light">${lightImage}</span><span class="w" data-on="dark">${usual}</span>` +
      `<span class="w" data-brand="wordmark-dark">${usual}</span><svg class="p"`,
  );
  expect(await shownWith({})).toContain(`<span class="w" data-brand="wordmark">${usual}</span>`);
});

test('the manifest names the icons of a logo in every size that devices ask for', async () => {
  const logo = { ...BRAND.logo!, smallIcon: '/api/brand/images/2', maskableIcon: '/api/brand/images/3' };
  const { policyOf } = await createPages(() => Promise.resolve([]), 'Quay', { ...BRAND, logo });
  expect((await policyOf('/manifest.webmanifest')).answer.json().icons).toEqual([
    { src: '/api/brand/images/2', type: 'image/png', sizes: '192x192' },
    { src: '/api/brand/images/1', type: 'image/png', sizes: '512x512' },
    { src: '/api/brand/images/3', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ]);
});
