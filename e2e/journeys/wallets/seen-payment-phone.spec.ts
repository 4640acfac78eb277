import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { chooseNetwork, Shop } from '../../pages/shop.ts';

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
