import { expect, test, type APIRequestContext } from '@playwright/test';
import { callApi } from '../../wallets/payer.ts';

const WIDTHS = [1440, 390] as const;
const LANGUAGES = ['zh-CN', 'en', 'pt', 'ru'] as const;

const attributes = (html: string, element: RegExp, name: string): string[] =>
  [...html.matchAll(element)].flatMap(([tag]) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? []);

/** What a page's HTML says about it before anything runs. */
async function readHead(request: APIRequestContext, address: string, language = 'en') {
  const answer = await request.get(address, {
    headers: { 'accept-language': language, accept: 'text/html' },
  });
  const html = await answer.text();
  const property = (name: string) =>
    attributes(html, new RegExp(`<meta (?:property|name)="${name}"[^>]*>`, 'g'), 'content')[0];
  return {
    status: answer.status(),
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1],
    description: /<meta\s+name="description"\s+content="([^"]*)"/.exec(html)?.[1],
    language: /<html[^>]* lang="([^"]*)"/.exec(html)?.[1],
    canonical: attributes(html, /<link rel="canonical"[^>]*>/g, 'href'),
    alternates: attributes(html, /<link rel="alternate"[^>]*>/g, 'hreflang'),
    others: attributes(html, /<link rel="alternate"[^>]*>/g, 'href'),
    robots: property('robots'),
    property,
  };
}

/** The address below the shop's public URL, which the tests do not know. */
const pathOf = (address: string | undefined): string => {
  const { pathname, search } = new URL((address ?? '').replaceAll('&#38;', '&'));
  return pathname + search;
};

test('every page of the sitemap says what it is without scripts, in each language', async ({ request }) => {
  const [product] = (await callApi(request, 'GET', '/api/goods')).items;
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => pathOf(address));
  expect(pages).toEqual(expect.arrayContaining(['/client/main', '/docs/terms', '/login?mode=register']));
  const ofProduct = pages.find((page) => page.startsWith(`/product/${product.id}-`));
  expect(ofProduct).toBeDefined();
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m);

  // Other journeys create products of the same name.
  const isNamedAlone = (page: string): boolean => !page.startsWith('/product/') || page === ofProduct;
  const titles: string[] = [];
  for (const page of pages) {
    const head = await readHead(request, page);
    expect([head.status, head.robots, pathOf(head.canonical[0])], page).toEqual([200, undefined, page]);
    expect(head.alternates, page).toEqual([...LANGUAGES, 'x-default']);
    expect(head.description, page).not.toBe('');
    expect([head.property('og:locale'), head.property('og:site_name')], page).toEqual(['en_US', 'Portside']);
    expect(head.property('og:description'), page).toBe(head.description);
    expect(`${head.property('og:title')} · Portside`, page).toBe(head.title);
    const picture = await request.get(pathOf(head.property('og:image')));
    expect(picture.headers()['content-type'], page).toMatch(/^image\/(png|jpeg|webp)$/);
    if (isNamedAlone(page)) titles.push(head.title!);
  }
  expect(new Set(titles).size).toBe(titles.length);

  for (const page of ['/client/main', ofProduct!]) {
    const { others } = await readHead(request, page);
    for (const [at, tag] of LANGUAGES.entries()) {
      const own = pathOf(others[at]);
      const head = await readHead(request, own, 'en');
      expect([head.language, pathOf(head.canonical[0])], own).toEqual([tag.toLowerCase(), own]);
    }
  }
});

test('pages behind a sign-in, and a page that there is not, are found by nobody', async ({ request }) => {
  for (const [address, status] of [
    ['/client/purchase-record', 200],
    ['/mobile/cashRegister', 200],
    ['/pay', 200],
    ['/admin/order', 200],
    ['/ban-page', 200],
    ['/no-access', 200],
    ['/nowhere', 404],
    ['/product/999999', 404],
  ] as const) {
    const { status: got, robots, canonical } = await readHead(request, address);
    expect([got, robots, canonical], address).toEqual([status, 'noindex', []]);
  }
});

for (const width of WIDTHS)
  test(`an address in a language opens in it, at ${width}, and the reader's own choice replaces it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const html = page.locator('html');
    await page.goto('/docs/terms?lang=pt');
    await expect(page).toHaveURL('/docs/terms');
    await expect(page.getByRole('heading', { name: 'Termos de serviço' })).toBeVisible();
    await expect(html).toHaveAttribute('lang', 'pt');
    // For the whole visit, and not as the reader's choice.
    await page.goto('/docs/privacy');
    await expect(page.getByRole('heading', { name: 'Política de privacidade' })).toBeVisible();
    const stored = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('portside') ?? '{}').state?.language ?? null);
    expect(await stored()).toBeNull();

    await page.getByRole('button', { name: /PT/ }).click();
    await page.getByText('Русский').click();
    await expect(page.getByRole('heading', { name: 'Политика конфиденциальности' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Политика конфиденциальности' })).toBeVisible();
    expect(await stored()).toBe('ru');
  });

test('a product’s HTML tells crawlers what it is, and an unknown one is not found', async ({
  page,
  request,
}) => {
  const { data } = (await (await request.get('/api/goods')).json()) as {
    data: { items: { id: string; name: string; slug: string }[] };
  };
  const product = data.items[0]!;
  const answer = await request.get(`/product/${product.id}`, { headers: { 'accept-language': 'en' } });
  const html = await answer.text();
  expect(html).toContain(`<title>${product.name} · Portside</title>`);
  expect(html).toContain(`/product/${product.slug}" />`);
  const block = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!;
  expect(JSON.parse(block)).toMatchObject({ '@type': 'Product', name: product.name });

  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  await page.goto(`/product/${product.slug}`);
  await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${product.name} · Portside`);
  expect(refused).toEqual([]);
  const missing = await page.goto('/product/999999');
  expect(missing!.status()).toBe(404);
});
