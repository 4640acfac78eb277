import { expect, test, type Page } from '@playwright/test';
import { payFromExchange, payFromWallet } from '../../pages/own-address.ts';

/** A buyer's own deposit address, on a desktop; own-address-phone.spec.ts does the same on a phone. */

const area = 'client';

test('an exchange takes its fee off: what arrives is credited, and shown as it arrives', ({ page }) =>
  payFromExchange(page, area));

test('a wallet pays to the address on the network with eighteen decimals, by one transfer', ({ page }) =>
  payFromWallet(page, area, openPayment));

async function openPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: '50 USDT', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByTestId('pay-amount')).toHaveText('50.00 USDT');
  // The address never expires.
  await expect(page.getByRole('timer')).toHaveCount(0);
  await page.getByRole('link', { name: 'Pay with a wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm payment' })).toBeVisible();
}
