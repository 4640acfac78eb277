import { expect, test } from '@playwright/test';
import { newBuyer, signIn } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';

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
