import { expect, test, type Page } from '@playwright/test';
import { firstProduct } from '../pages/first-purchase.ts';
import { newBuyer, signIn, signInOwner } from '../pages/people.ts';

/** A sample of the guard in a real browser; its unit test covers the whole table. */

const DESKTOP = 769;
const PHONE = 768;

async function type(page: Page, width: number, address: string): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(address);
  await page.locator('h1, h2').first().waitFor();
}

/** Headings are drawn before the guard has looked at the address. */
async function expectOpened(page: Page, width: number, address: string, opened: string): Promise<void> {
  await type(page, width, address);
  const shown = () => {
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  };
  await expect.poll(shown, `${address} at ${width}`).toBe(opened);
}

test('typed addresses are guarded for a visitor', async ({ page }) => {
  for (const [width, address, opened] of [
    [DESKTOP, '/', '/client/main'],
    [PHONE, '/', '/login?redirect=/mobile/index'],
    [PHONE, '/client/purchase-account', '/login?redirect=/mobile/purchase-account'],
    [DESKTOP, '/client/purchase-account', '/client/purchase-account'],
    [DESKTOP, '/client/purchase-record', '/login?redirect=/client/purchase-record'],
    [PHONE, '/mobile/cashRegister?order=1', '/login?redirect=/mobile/cashRegister%3Forder%3D1'],
    [PHONE, '/h5Pay', '/h5Pay'],
    [DESKTOP, '/pay', '/login?redirect=/pay'],
    [PHONE, '/docs/terms', '/docs/terms'],
    [PHONE, '/report', '/report'],
    [DESKTOP, '/admin/order', '/login?redirect=/admin/order'],
    [DESKTOP, '/ban-page', '/ban-page'],
    [PHONE, '/nowhere', '/nowhere'],
  ] as const)
    await expectOpened(page, width, address, opened);
});

test('typed addresses are guarded for a buyer and an admin', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  for (const [width, address, opened] of [
    [PHONE, '/client/purchase-record?from=2026-11-01', '/mobile/purchase-record?from=2026-11-01'],
    [DESKTOP, '/mobile/cashRegister', '/client/amount-recharge'],
    [DESKTOP, '/mobile/h5Pay', '/mobile/h5Pay'],
    [PHONE, '/pay', '/pay'],
    [DESKTOP, '/client/personal-information', '/client/personal-information'],
    [DESKTOP, '/admin', '/no-access?page=/admin'],
    [DESKTOP, '/login', '/login'],
    // The sign-in page does not remember the user.
    [DESKTOP, '/client/personal-information', '/login?redirect=/client/personal-information'],
  ] as const)
    await expectOpened(page, width, address, opened);

  await signIn(page, await signInOwner(request));
  await expectOpened(page, DESKTOP, '/admin', '/admin/dataBoard');
  await expectOpened(page, PHONE, '/admin/role', '/admin/role');
  await expectOpened(page, PHONE, '/client/main', '/mobile/index');
});

test('an admin who opens the back office signs in to it, and finds it from the shop', async ({
  page,
  request,
}) => {
  const { username, password } = await signInOwner(request);
  await type(page, DESKTOP, '/admin/order');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/admin/order');
  for (const width of [DESKTOP, 360]) {
    await type(page, width, '/');
    await page.getByRole('banner').getByRole('link', { name: 'Back office' }).click();
    await expect(page).toHaveURL('/admin/dataBoard');
  }
  await signIn(page, await newBuyer(request));
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back office' })).toHaveCount(0);
});

test('going back from the sign-in leads to the page before it', async ({ page }) => {
  await type(page, DESKTOP, '/docs/terms');
  await type(page, DESKTOP, '/client/main');
  const header = page.getByRole('navigation').first();
  await header.getByRole('link', { name: 'Purchase history' }).click();
  await expect(page).toHaveURL('/login?redirect=/client/purchase-record');
  await page.goBack();
  await expect(page).toHaveURL('/client/main');
  await page.goForward();
  await expect(page).toHaveURL(/\/login/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/docs/terms');
});

test('back and forward after signing out show no private page', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  const header = page.getByRole('navigation').first();
  await header.getByRole('link', { name: 'Buy accounts' }).click();
  await expect(page).toHaveURL('/client/purchase-account');
  await header.getByRole('link', { name: 'Purchase history' }).click();
  await expect(page.getByRole('heading', { name: 'Purchase history' })).toBeVisible();
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/client/main');
  await page.goBack();
  await expect(page).toHaveURL('/login?redirect=/client/purchase-record');
  // Going further back works too.
  await page.goBack();
  await expect(page).toHaveURL('/client/purchase-account');
});

test('going back to a page for another screen width redirects', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  const header = page.getByRole('navigation').first();
  await header.getByRole('link', { name: 'Purchase history' }).click();
  await expect(page).toHaveURL('/client/purchase-record');
  await header.getByRole('link', { name: 'Top up' }).click();
  await expect(page).toHaveURL('/client/amount-recharge');
  // At once, where the window is made narrower; and what lies behind follows.
  await page.setViewportSize({ width: PHONE, height: 900 });
  await expect(page).toHaveURL('/mobile/amount-recharge');
  await page.goBack();
  await expect(page).toHaveURL('/mobile/purchase-record');
  await page.setViewportSize({ width: DESKTOP, height: 900 });
  await expect(page).toHaveURL('/client/purchase-record');
});

test('a page of both areas changes its frame with the width, and what was typed holds it', async ({
  page,
  request,
}) => {
  await signIn(page, await newBuyer(request));
  const { id } = await firstProduct(request);
  await page.goto(`/product/${id}`);
  await page.getByLabel('Quantity', { exact: true }).fill('7');
  await page.setViewportSize({ width: PHONE, height: 900 });
  await expect(page.getByRole('banner').getByTestId('balance')).toBeVisible();
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('7');
  await page.goto('/mobile/customer-service');
  await page.getByRole('textbox', { name: 'Write a message' }).fill('Half a sentence');
  await page.setViewportSize({ width: DESKTOP, height: 900 });
  await page.locator('nav a[href="/mobile/purchase-record"]').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL('/mobile/customer-service');
  await expect(page.getByRole('textbox', { name: 'Write a message' })).toHaveValue('Half a sentence');
  await page.locator('nav a[href="/mobile/purchase-record"]').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/client/purchase-record');
});

test('a promotion code is kept whatever page it arrives on', async ({ page }) => {
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('portside')!).state.promotionCode);
  await type(page, DESKTOP, '/docs/terms?promotion_code=HARBOUR1');
  expect(await kept()).toBe('HARBOUR1');
  await type(page, PHONE, '/?promotion_code=HARBOUR2');
  expect(await kept()).toBe('HARBOUR2');
  await type(page, DESKTOP, '/client/main');
  expect(await kept()).toBe('HARBOUR2');
});
