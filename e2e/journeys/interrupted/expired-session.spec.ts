import { expect, test } from '@playwright/test';
import { newBuyer, signIn } from '../../pages/people.ts';
import { expiredWithOrder } from '../../pages/return-journeys.ts';
import { Shop } from '../../pages/shop.ts';
import { callApi } from '../../wallets/payer.ts';

test('an expired sign-in asks once, can be postponed, asks again, and clears the browser’s data', async ({
  page,
  request,
}) => {
  const shop = new Shop(page, 'client');
  await signIn(page, await newBuyer(request));
  await shop.open('Orders');
  await expect(shop.heading('Purchase history')).toBeVisible();
  const stored = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('portside') ?? '{"state":{}}').state.token ?? null);
  const token: string = await stored();
  await callApi(request, 'POST', '/api/auth/logout', { token });

  // The page makes several calls at once, and all are refused.
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Login expired' });
  await expect(dialog).toBeVisible();
  await page.waitForTimeout(1_000);
  await expect(dialog).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await shop.press('Think again');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/client/purchase-record');
  expect(await stored()).toBe(token);

  // Refusals of calls made before "not now" do not open the dialog again, however late they arrive.
  await page.route('**/api/deposit-addresses/small-payments*', async (route) => {
    await dialog.waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await route.continue();
  });
  const refusedLate = page.waitForResponse('**/api/deposit-addresses/small-payments*');
  await shop.open('Top up');
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveCount(1);
  await page.waitForTimeout(1_000);
  await page.keyboard.press('Escape');
  await refusedLate;
  await page.waitForTimeout(500);
  await expect(dialog).toBeHidden();

  await shop.open('Orders');
  await expect(dialog).toBeVisible();
  await shop.press('Confirm');
  await expect(page).toHaveURL('/login?redirect=%2Fclient%2Fpurchase-record');
  await expect(dialog).toBeHidden();
  expect(await stored()).toBeNull();
});

expiredWithOrder();
