import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createWorld } from '../../testing/world.ts';
import { createHttp } from '../http/http.ts';
import { cachePageSettings, type PageAnnouncement, type PageSettings } from './page-settings.ts';
import { servePages, allowStartScript, type PageParts, createPageCache } from './pages.ts';
import { type PageAddress, type PageHead, insertAnnouncements } from './insert-head.ts';

describe('served heads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portside-heads-'));
  const INDEX = `<html lang="en"><head><meta
      name="description"
      content="Portside" /><title>Portside</title></head>`;
  const DRAWING = '<h1 class="a" data-head="title"></h1><p data-head="text"></p><p data-other="text"></p>';
  writeFileSync(join(folder, 'index.html'), INDEX);
  writeFileSync(join(folder, 'manifest.webmanifest'), '{ "name": "Portside" }');
  for (const language of ['ru', 'zh-cn']) {
    mkdirSync(join(folder, 'pages', language), { recursive: true });
    writeFileSync(
      join(folder, 'pages', language, 'product.html'),
      language === 'ru' ? INDEX : INDEX + DRAWING,
    );
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
        'cache-control': 'no-cache, no-transform',
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

  async function policyOf(html: string, url: string): Promise<unknown> {
    const app = Fastify();
    atEndOfFile(() => app.close());
    app.addHook('onRequest', async (_, reply) => {
      reply.header('content-security-policy', "default-src 'none';script-src 'self';style-src 'self'");
    });
    allowStartScript(app, html);
    app.get('*', () => '');
    return (await app.inject({ url })).headers['content-security-policy'];
  }

  const HTML = `<head><script data-start-script data-prerendered-for='[]'>start()</script></head><script>other()</script>`;

  test('pages may run the start script of their HTML, by its hash, and no other', async () => {
    const hash = createHash('sha256').update('start()').digest('base64');
    expect(await policyOf(HTML, '/login')).toBe(
      `default-src 'none';script-src 'self' 'sha256-${hash}';style-src 'self'`,
    );
  });

  test('files, calls and HTML without it may run scripts of files only', async () => {
    const own = "default-src 'none';script-src 'self';style-src 'self'";
    expect(await policyOf(HTML, '/assets/own.js')).toBe(own);
    expect(await policyOf(HTML, '/api/goods')).toBe(own);
    expect(await policyOf('<script src="/start.js"></script>', '/login')).toBe(own);
  });

  const bar = (position: string) =>
    `<section class="b" data-announcement="${position}" hidden=""><svg></svg><strong class="t"></strong><time class="q"></time><span>Read</span></section>`;

  const announcement = (position: PageAnnouncement['position'], title: string): PageAnnouncement => ({
    id: '7',
    position,
    shownFrom: new Date('2026-11-20T23:30:00Z'),
    titleIn: (language) => `${title} ${language}`,
  });

  const drawn = () => `<main>${bar('login')}</main>`;

  test('a page without the bar of an announced position has it at its end, hidden', () => {
    const html = `<body>${bar('login')}</body>`;
    const written = insertAnnouncements(html, [announcement('home', 'Closed')], 'en', drawn);
    expect(written).toMatch(
      /^<body><section class="b" data-announcement="login" hidden="">.*<div hidden><section class="b" data-announcement="home" data-id="7" lang="en">.*Closed en.*<\/section><\/div><\/body>$/,
    );
  });

  test('the bar of a position that has an announcement shows its title and day', () => {
    const html = `<main>${bar('login')}${bar('home')}</main>`;
    const written = insertAnnouncements(html, [announcement('home', 'Closed')], 'pt', drawn);
    expect(written).toBe(
      `<main>${bar('login')}<section class="b" data-announcement="home" data-id="7" lang="pt"><svg></svg><strong class="t">Closed pt</strong><time class="q">20 de nov. de 2026</time><span>Read</span></section></main>`,
    );
  });

  test('with several announcements in one position, only the first is visible', () => {
    const written = insertAnnouncements(
      `<main>${bar('home')}</main>`,
      ['Closed', 'Moved'].map((title) => announcement('home', title)),
      'en',
      drawn,
    );
    const sections = written.match(/<section.*?<\/section>/g)!;
    expect(
      sections.map((section) => [/<strong[^>]*>(.*?)</.exec(section)![1], / hidden=""/.test(section)]),
    ).toEqual([
      ['Closed en', false],
      ['Moved en', true],
    ]);
  });

  test('a title is text, whatever it contains', () => {
    const written = insertAnnouncements(bar('home'), [announcement('home', '<b>$& "half"</b>')], 'en', drawn);
    expect(written).toContain('>&#60;b&#62;$&#38; &#34;half&#34;&#60;/b&#62; en</strong>');
  });

  test('pages stay as they are without an announcement, or without a bar', () => {
    expect(insertAnnouncements(bar('home'), [], 'en', drawn)).toBe(bar('home'));
    expect(insertAnnouncements('<main></main>', [announcement('home', 'Closed')], 'en', drawn)).toBe(
      '<main></main>',
    );
  });
});

describe('options of pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portside-pages-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  mkdirSync(join(folder, 'pages/en/login'), { recursive: true });
  writeFileSync(join(folder, 'pages/en/index.html'), '<html lang="en">front');
  writeFileSync(join(folder, 'pages/en/login.html'), '<html lang="en">form');
  writeFileSync(join(folder, 'pages/en/login/shop.html'), '<html lang="en">shop');

  afterAll(() => rmSync(folder, { recursive: true }));

  /** The pages of that folder, served with these options. */
  async function createPages(parts: Partial<PageParts> = {}) {
    const { ctx } = await createWorld();
    const app = await createHttp({ log: ctx.log, trustedProxies: [], perMinute: null });
    const read = () =>
      Promise.resolve({ nameIn: () => 'Portside', origins: [], brand: null, announcements: [] });
    const settings = cachePageSettings({ clock: ctx.clock, read }, ctx.log);
    await servePages(app, folder, { settings, readHead: () => Promise.resolve(null), ...parts });
    return app;
  }

  test('the page of the sandbox is a page there only', async () => {
    const ask = { url: '/sandbox', headers: { accept: 'text/html' } };
    const shop = await createPages();
    expect((await shop.inject({ method: 'GET', ...ask })).statusCode).toBe(404);
    const sandbox = await createPages({ isSandbox: true });
    expect((await sandbox.inject({ method: 'GET', ...ask })).statusCode).toBe(200);
  });

  test.each([
    ['/?promotion_code=abcd2345', 'front'],
    ['/login', 'form'],
    ['/login?redirect=/mobile/index', 'shop'],
    ['/login?redirect=%2Fmobile%2Fpurchase-account%3Fsort%3Dprice', 'shop'],
    ['/login?redirect=/mobile/index&mode=register', 'form'],
    ['/login?redirect=/mobile/purchase-account%3Fgoods%3D7', 'form'],
    ['/login?redirect=/client/main', 'form'],
  ])('the HTML of %s is that of the %s', async (url, html) => {
    const app = await createPages();
    expect((await app.inject(url)).payload).toBe(`<html lang="en">${html}`);
  });

  test('a sandbox has its bar on every prerendered page, a shop not a word of it', async () => {
    writeFileSync(join(folder, 'pages/en/sandbox-bar.html'), '<aside>test money</aside>');
    writeFileSync(join(folder, 'pages/en/pay.html'), '<html><p>1<!--bar-->one<p>2<!--bar-->two');
    const sandbox = await createPages({ isSandbox: true });
    expect((await sandbox.inject('/pay')).payload).toBe(
      '<html data-sandbox><p>1<aside>test money</aside>one<p>2<aside>test money</aside>two',
    );
    expect((await (await createPages()).inject('/pay')).payload).not.toContain('test money');
  });

  test('the HTML of a sandbox says so, and that of a shop does not', async () => {
    const sandbox = await createPages({ isSandbox: true });
    expect((await sandbox.inject('/login')).payload).toBe('<html data-sandbox lang="en">form');
    expect((await (await createPages()).inject('/login')).payload).not.toContain('sandbox');
    // What no address names is no page.
    expect((await sandbox.inject('/login/shop')).statusCode).toBe(404);
    expect((await sandbox.inject('/index')).statusCode).toBe(404);
  });

  const read = (): PageSettings => ({ origins: [], nameIn: () => 'Quay', brand: null, announcements: [] });

  /** A page of which the test says what it is made of, and when its settings are read again. */
  function open() {
    const sendCached = createPageCache();
    const page = { text: 'first', settings: read(), builds: 0 };
    const build = (): string => {
      page.builds += 1;
      return page.text;
    };
    const app = Fastify();
    atEndOfFile(() => app.close());
    app.get('/', (request, reply) =>
      sendCached(request as FastifyRequest, reply as unknown as FastifyReply, {
        name: 'page',
        settings: page.settings,
        build,
      }),
    );
    const get = (headers = {}) => app.inject({ method: 'GET', url: '/', headers });
    return { page, get };
  }

  test('a page is made once for each reading of the settings, and sent again only where it has changed', async () => {
    const { page, get } = open();
    const first = await get();
    expect([first.payload, first.headers.etag]).toEqual(['first', expect.stringMatching(/^W\/"/)]);
    const ask = async () => (await get({ 'if-none-match': String(first.headers.etag) })).statusCode;
    expect([await ask(), page.builds]).toEqual([304, 1]);
    page.settings = read();
    expect([await ask(), page.builds]).toEqual([304, 2]);
    page.text = 'second';
    expect(await ask()).toBe(304);
    page.settings = read();
    expect(await ask()).toBe(200);
    expect((await get()).payload).toBe('second');
  });
});
