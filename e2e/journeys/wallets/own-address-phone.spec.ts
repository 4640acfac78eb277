import { expect, test, type Page } from '@playwright/test';
import { payFromExchange, payFromWallet } from '../../pages/own-address.ts';

/** An address of the buyer's own, on a phone. */

const area = 'mobile';

test('an exchange takes its fee off: what arrives is credited, and shown as it arrives', async ({ page }) => {
  await payFromExchange(page, area);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('a wallet pays to the address on the network with eighteen decimals, by one transfer', ({ page }) =>
  payFromWallet(page, area, openPayment));

async function openPayment(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Pay with a wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Cashier' })).toBeVisible();
  await page.getByRole('link', { name: 'Choose and connect' }).click();
  await expect(page).toHaveURL(/\/mobile\/h5Pay\?order=/);
}
