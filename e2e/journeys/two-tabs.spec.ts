import { expect, test } from '@playwright/test';
import { newBuyer, signIn } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';
import { waitForAfterPaint } from '../pages/shop.ts';

/** One browser, two tabs, one buyer. */

test('a top-up in one tab updates the balance in the other', async ({ page, context, request }) => {
  await signIn(page, await newBuyer(request));
  const other = await context.newPage();
  await other.goto('/client/purchase-account');
  const balance = other.getByRole('link', { name: /^Balance/ });
  await expect(balance).toHaveAccessibleName(/0\.00 USDT/);
  await new Shop(page, 'client').topUp('TRON', '10');
  await expect(balance).toHaveAccessibleName(/10\.00 USDT/);
});

test('signing out and in applies to both tabs', async ({ page, context, request }) => {
  const shop = new Shop(page, 'client');
  const buyer = await newBuyer(request);
  await signIn(page, buyer);
  const open = await context.newPage();
  await open.goto('/client/purchase-account');
  const own = await context.newPage();
  await own.goto('/client/purchase-record');
  await expect(own.getByRole('heading', { name: 'Purchase history' })).toBeVisible();

  await shop.press('Profile menu');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/client/main');
  await expect(own).toHaveURL('/login?redirect=/client/purchase-record');
  await expect(open).toHaveURL('/client/purchase-account');
  await expect(open.getByRole('link', { name: 'Sign in' })).toBeVisible();
  for (const tab of [page, own, open]) await expect(tab.getByRole('dialog')).toHaveCount(0);

  await signIn(page, buyer);
  // The tab at the sign-in page continues as well and does not sign out again.
  await expect(own).toHaveURL('/client/main');
  for (const tab of [page, own, open])
    await expect(tab.getByRole('link', { name: /^Balance 0\.00/ })).toBeVisible();
});

test('at its start the app requests the site config and the payment methods; no page waits for them', async ({
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
  // The payment methods after what the page is for, and at the latest ten seconds later.
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

test('offline, a page that was never opened keeps the navigation, and opens when the network is back', async ({
  page,
  request,
}) => {
  const shop = new Shop(page, 'client');
  await signIn(page, await newBuyer(request));
  await expect(page).toHaveURL('/client/main');
  await expect(page.getByRole('link', { name: /Balance/ })).toBeVisible();
  await page.context().setOffline(true);
  await shop.open('Top up');
  await expect(page.getByText('Couldn’t load this content')).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: /^Buy/ }).first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
});

const SUPPORT = '/client/customer-service';

test('a page whose code is gone is loaded again by itself, once', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  await page.goto('/client/main');
  await waitForAfterPaint(page);
  // As if a newer build had replaced that one: what the next load requests exists.
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ body: 'a newer build' }),
  );
  let loads = 0;
  page.on('request', (asked) => {
    if (asked.isNavigationRequest()) loads += 1;
  });
  await page.route(/assets\/customer-service[\w-]*\.js/, (route) =>
    loads === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await expect(page.getByLabel('Write a message')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(SUPPORT);
  expect(loads).toBe(1);
});
