import { expect, test } from '@playwright/test';

test('products are found by words with typing errors, by filters and by order, all kept in the address', async ({
  page,
}) => {
  await page.goto('/client/purchase-account');
  const rows = page.getByRole('list', { name: 'Available products' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const all = await rows.count();
  await page.getByPlaceholder('Search products').fill('mialbox');
  await expect(page).toHaveURL(/q=mialbox/);
  await expect(rows.first()).toContainText(/mailbox/i);
  expect(await rows.count()).toBeLessThan(all);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(rows).toHaveCount(all);

  await page.getByLabel('Sort by').selectOption('Price: high to low');
  await expect(page).toHaveURL(/sort=-price/);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Price to (USDT)').fill('2');
  await expect(page).toHaveURL(/price_to=2/);
  await page.getByLabel('Gender').selectOption('Male');
  await expect(page).toHaveURL(/variant=male/);
  const left = await rows.count();
  expect(left).toBeLessThan(all);
  await page.reload();
  await expect(rows).toHaveCount(left);
  await expect(page.getByLabel('Price to (USDT)')).toHaveValue('2');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\?sort=-price$/);
  await expect(rows).toHaveCount(all);
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
