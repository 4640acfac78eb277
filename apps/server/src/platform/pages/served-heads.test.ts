import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { createHttp } from '../http/http.ts';
import { cachePageSettings } from './page-settings.ts';
import { servePages } from './pages.ts';
import type { PageAddress, PageHead } from './insert-head.ts';

const folder = mkdtempSync(join(tmpdir(), 'portside-heads-'));
const INDEX = `<html lang="en"><head><meta
      name="description"
      content="Portside" /><title>Portside</title></head>`;
const DRAWING = '<h1 class="a" data-head="title"></h1><p data-head="text"></p><p data-other="text"></p>';
writeFileSync(join(folder, 'index.html'), INDEX);
writeFileSync(join(folder, 'manifest.webmanifest'), '{ "name": "Portside" }');
for (const language of ['ru', 'zh-cn']) {
  mkdirSync(join(folder, 'pages', language), { recursive: true });
  writeFileSync(join(folder, 'pages', language, 'product.html'), language === 'ru' ? INDEX : INDEX + DRAWING);
  writeFileSync(join(folder, 'pages', language, 'pay.html'), `cashier in ${language}`);
}
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

async function createPages(siteName: string) {
  const { ctx } = await createWorld();
  const app = await createHttp({ log: ctx.log, trustedProxies: [], perMinute: null });
  const read = async () => ({ nameIn: () => siteName, origins: [RELAY], brand: null, announcements: [] });
  const readHead = ({ path }: PageAddress) =>
    Promise.resolve(/\/product\/7/.test(path.toLowerCase()) ? HEAD : null);
  const settings = cachePageSettings({ clock: ctx.clock, read }, ctx.log);
  await servePages(app, folder, { settings, readHead });
  const policyOf = async (url: string, headers = {}) => {
    const answer = await app.inject({ method: 'GET', url, headers });
    return { status: answer.statusCode, policy: String(answer.headers['content-security-policy']), answer };
  };
  return { policyOf };
}

test('the HTML of a product’s page tells search engines and link previews of it, and no text of it is markup', async () => {
  const { policyOf } = await createPages('Tom & Co.');
  for (const url of ['/product/7', '/Product/7-box/?promotion_code=12345678']) {
    const { status, policy, answer } = await policyOf(url, { 'accept-language': 'ru' });
    expect(status).toBe(200);
    expect(policy).toContain(RELAY);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: expect.stringContaining('accept-language') as unknown,
    });
    expect(answer.payload.split('\n').map((line) => line.trim())).toEqual([
      '<html lang="ru"><head><meta',
      'name="description"',
      'content="Two &#34;lines&#34; of $&#38; &#60;text&#62;" /><title>Box &#34;A&#34; &#38; &#60;/title&#62;&#60;script&#62;Portside · Tom &#38; Co.</title><link rel="canonical" href="https://shop.example/product/7-box" />',
      '<link rel="alternate" hreflang="zh-CN" href="https://shop.example/product/7-box?lang=zh-cn" />',
      '<link rel="alternate" hreflang="en" href="https://shop.example/product/7-box?lang=en" />',
      '<link rel="alternate" hreflang="pt" href="https://shop.example/product/7-box?lang=pt" />',
      '<link rel="alternate" hreflang="ru" href="https://shop.example/product/7-box?lang=ru" />',
      '<link rel="alternate" hreflang="x-default" href="https://shop.example/product/7-box" />',
      '<meta property="og:type" content="product" />',
      '<meta property="og:site_name" content="Tom &#38; Co." />',
      '<meta property="og:title" content="Box &#34;A&#34; &#38; &#60;/title&#62;&#60;script&#62;Portside" />',
      '<meta property="og:description" content="Two &#34;lines&#34; of $&#38; &#60;text&#62;" />',
      '<meta property="og:url" content="https://shop.example/product/7-box" />',
      '<meta property="og:locale" content="ru_RU" />',
      '<meta property="og:locale:alternate" content="zh_CN" />',
      '<meta property="og:locale:alternate" content="en_US" />',
      '<meta property="og:locale:alternate" content="pt_BR" />',
      '<meta property="og:image" content="https://shop.example/box.png" />',
      '<meta name="twitter:card" content="summary_large_image" />',
      '<script type="application/ld+json">{"@type":"Product","name":"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>"}</script>',
      '</head>',
    ]);
  }
});

test('the prerendered page of a product has its title and its whole text, none of it markup', async () => {
  const { policyOf } = await createPages('Portside');
  const { answer } = await policyOf('/product/7', { 'accept-language': 'zh-CN' });
  expect(answer.payload.split('</head>')[1]).toBe(
    '<h1 class="a" data-head="title">Box &#34;A&#34; &#38; &#60;/title&#62;&#60;script&#62;Portside</h1>' +
      '<p data-head="text">Two &#34;lines&#34; of $&#38; &#60;text&#62;,\nin full</p><p data-other="text"></p>',
  );
});

test('an address that names a language is that language’s own page, whatever the browser wants', async () => {
  const { policyOf } = await createPages('Portside');
  const inChinese = (await policyOf('/product/7?lang=ZH-CN', { 'accept-language': 'ru' })).answer.payload;
  expect(inChinese).toContain(
    '<link rel="canonical" href="https://shop.example/product/7-box?lang=zh-cn" />',
  );
  expect(inChinese).toContain('<meta property="og:locale" content="zh_CN" />');
  const unknown = (await policyOf('/product/7?lang=xx', { 'accept-language': 'ru' })).answer.payload;
  expect(unknown).toContain('<html lang="ru">');
  expect(unknown).toContain('<link rel="canonical" href="https://shop.example/product/7-box" />');
  // Pages without a head follow it too.
  expect((await policyOf('/pay?lang=ru')).answer.payload).toBe('cashier in ru');
});
