import { expect, test } from '@playwright/test';
import { finding } from '../pages/finding-journeys.ts';

finding();

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
