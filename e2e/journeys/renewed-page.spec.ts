import { expect, test } from '@playwright/test';
import { newBuyer, signIn } from '../pages/people.ts';

const SUPPORT = '/client/customer-service';

test('a page whose code is gone is loaded again by itself, once', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  let loads = 0;
  page.on('load', () => (loads += 1));
  const renewal = page.waitForResponse(/renew-page/);
  await page.goto('/client/main');
  await renewal;
  // As when the process that answers has another build.
  let asked = 0;
  await page.route(/assets\/(customer-service|service)[\w-]*\.js/, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await expect(page.getByLabel('Write a message')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(SUPPORT);
  expect([loads, asked > 1]).toEqual([2, true]);
});

test('what was typed is still there afterwards', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  const renewal = page.waitForResponse(/renew-page/);
  await page.goto(SUPPORT);
  await renewal;
  await page.getByLabel('Write a message').fill('A long story\nin two lines');
  const reload = page.waitForEvent('load');
  await page.evaluate("dispatchEvent(new Event('vite:preloadError'))");
  await reload;
  await expect(page.getByLabel('Write a message')).toHaveValue('A long story\nin two lines');
  // The component has it too.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('log').getByText('A long story')).toBeVisible();
});
