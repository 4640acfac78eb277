import { expect, test, type Page } from '@playwright/test';
import { chooseNetwork } from '../../pages/shop.ts';
import { waitForAfterPaint } from '../../pages/kept-by-browser.ts';
import { newBuyer, signIn, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

/** What was typed is kept when a page is loaded again because its build is gone. */
async function renew(page: Page): Promise<void> {
  const reload = page.waitForEvent('load');
  await page.evaluate("dispatchEvent(new Event('vite:preloadError'))");
  await reload;
}

/** Opens a page; what renews it, and notes what is typed, comes after its first paint. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForAfterPaint(page);
  await page.getByRole('heading').first().waitFor();
}

test('the order form keeps quantity, gender and e-mail address', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  const { items } = await callApi(request, 'GET', '/api/goods');
  const goods = items.find((one: any) => one.stock > 5 && one.genders.length > 1);
  await open(page, `/client/purchase-account?goods=${goods.id}`);
  const dialog = page.getByRole('dialog', { name: 'Confirm order' });
  await dialog.getByLabel('Quantity', { exact: true }).fill('3');
  // The drawn switch lies over the field itself.
  await dialog.getByRole('switch', { name: 'Specify gender' }).click({ force: true });
  await dialog
    .getByText(/^Female/)
    .last()
    .click();
  await dialog
    .getByLabel(/E-mail/)
    .first()
    .fill('other@example.test');
  await renew(page);
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('3');
  await expect(dialog.getByRole('radio', { name: /^Female/ })).toBeChecked();
  await expect(dialog.getByLabel(/E-mail/).first()).toHaveValue('other@example.test');
});

test('the top-up form keeps network and amount', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  await open(page, '/client/amount-recharge');
  const network = await chooseNetwork(page, /Ethereum/);
  await page.getByRole('textbox', { name: 'Amount in USDT' }).first().fill('37.5');
  await renew(page);
  await expect(page.getByRole('textbox', { name: 'Amount in USDT' }).first()).toHaveValue('37.5');
  await expect(network).toBeChecked();
});

test('a form of the back office is open again and filled in', async ({ page, request }) => {
  await signIn(page, await signInOwner(request));
  await open(page, '/admin/goods');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New product' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Cormorant mail');
  await dialog.getByLabel('Unit price').fill('0.75');
  await renew(page);
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Cormorant mail');
  await expect(dialog.getByLabel('Unit price')).toHaveValue('0.75');
});

test('a password that was shown is typed again', async ({ page }) => {
  await open(page, '/login');
  await page.getByLabel('Username').fill('somebody');
  await page.getByLabel('Password', { exact: true }).fill('harbour-9');
  const password = page.getByLabel('Password', { exact: true });
  await page.getByRole('button', { name: 'Show or hide password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await renew(page);
  await expect(page.getByLabel('Username')).toHaveValue('somebody');
  await expect(password).toHaveValue('');
});
