import { expect, test } from '@playwright/test';
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
