import { expect, test } from '@playwright/test';

test('at its start the app requests the site config and the payment methods in parallel; no page waits for them', async ({
  page,
}) => {
  const asked = new Set<string>();
  const { promise: letGo, resolve: release } = Promise.withResolvers<void>();
  for (const path of ['/api/site-config', '/api/payment-methods/enabled']) {
    await page.route(`**${path}`, async (route) => {
      asked.add(path);
      await letGo;
      await route.continue();
    });
  }
  await page.goto('/login');
  // One round trip: the second request starts before the first is answered.
  await expect
    .poll(() => [...asked].toSorted())
    .toEqual(['/api/payment-methods/enabled', '/api/site-config']);
  await page.getByLabel('Username').fill('somebody');
  await expect(page.getByLabel('Username')).toHaveValue('somebody');
  const config = page.waitForResponse('**/api/site-config');
  const methods = page.waitForResponse('**/api/payment-methods/enabled');
  release();
  expect([(await config).status(), (await methods).status()]).toEqual([200, 200]);
});
