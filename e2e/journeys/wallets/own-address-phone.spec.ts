import { expect, test, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { payFromExchange, payFromWallet } from '../../pages/own-address.ts';
import { chooseNetwork, Shop } from '../../pages/shop.ts';

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
  // The address never expires.
  await expect(page.getByRole('timer')).toHaveCount(0);
  await page.getByRole('link', { name: 'Choose and connect' }).click();
  await expect(page).toHaveURL(/\/mobile\/h5Pay\?order=/);
}

test('on a phone a payment of an exact amount comes into view once it is detected, and so does its result', async ({
  page,
}) => {
  const shop = new Shop(page, 'mobile');
  const name = `buyer-${randomUUID().slice(0, 8)}`;
  await shop.register(name, `${name}@example.test`, 'harbour-9');
  await shop.open('Top up');
  await chooseNetwork(page, /Ethereum/);
  await shop.press('10 USDT');
  await shop.press('Continue to payment');
  const send = page.getByRole('button', { name: 'Send test USDT' });
  await send.scrollIntoViewIfNeeded();
  await expect(shop.heading('Pay this top-up')).not.toBeInViewport();
  await send.click();
  await expect(shop.heading('Your payment')).toBeInViewport({ timeout: 30_000 });
  await expect(page.getByRole('progressbar', { name: 'Progress of the payment' })).toBeInViewport();
  // Down to the history, away from the progress.
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  await expect(shop.heading('Top-up successful')).toBeInViewport({ timeout: 100_000 });
});
