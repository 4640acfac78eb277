import { expect, test } from '@playwright/test';
import { waitForAfterPaint } from '../pages/kept-by-browser.ts';
import { newBuyer, signIn } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';

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
  // As with a build that is gone: what the next load asks for is there.
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

test('what was typed is still there afterwards', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  await page.goto(SUPPORT);
  await waitForAfterPaint(page);
  await page.getByLabel('Write a message').fill('A long story\nin two lines');
  const reload = page.waitForEvent('load');
  await page.evaluate("dispatchEvent(new Event('vite:preloadError'))");
  await reload;
  await expect(page.getByLabel('Write a message')).toHaveValue('A long story\nin two lines');
  // The component has it too.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('log').getByText('A long story')).toBeVisible();
});
