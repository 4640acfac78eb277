import { expect, test, type Locator, type Page } from '@playwright/test';
import { payFromExchange, payFromWallet } from '../../pages/own-address.ts';

/** A buyer's own deposit address, on a phone. */

const area = 'mobile';

test('an exchange takes its fee off: what arrives is credited, and shown as it arrives', async ({ page }) => {
  await payFromExchange(page, area);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('a wallet pays to the address on the network with eighteen decimals, by one transfer', ({ page }) =>
  payFromWallet(page, area, openPayment));

/** The phone's wallets, a page away, come before the address, which is for another device. */
async function openPayment(page: Page): Promise<void> {
  const wallet = page.getByRole('button', { name: 'Pay with a wallet' });
  const top = async (one: Locator) => (await one.boundingBox())!.y;
  expect(await top(wallet)).toBeLessThan(await top(page.getByTestId('own-address')));
  await wallet.click();
  await page.getByRole('button', { name: '50 USDT', exact: true }).click();
  expect(await top(wallet)).toBeLessThan(await top(page.getByTestId('own-address')));
  await wallet.click();
  await expect(page.getByRole('heading', { name: 'Cashier' })).toBeVisible();
  await expect(page.getByText('50.00 USDT').first()).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/^(29:\d\d|30:00)$/);
  await page.getByRole('link', { name: 'Choose and connect' }).click();
  await expect(page).toHaveURL(/\/mobile\/h5Pay\?order=/);
}
