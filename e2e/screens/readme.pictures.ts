import { test, type APIRequestContext, type Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newBuyer, signIn, signInOwner } from '../pages/people.ts';
import { settled } from '../pages/every-screen.ts';
import { callApi, payTopUp } from '../wallets/payer.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');
const QUALITY = 82;

async function picture(page: Page, name: string): Promise<void> {
  await settled(page);
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** A small day of business: a top-up, and some orders paid with it. */
async function trade(request: APIRequestContext, token: string): Promise<void> {
  await payTopUp(request, token, '2000');
  const { items } = await callApi(request, 'GET', '/api/goods?in_stock=true');
  for (const [at, quantity] of [12, 5, 30, 8, 20, 3, 15].entries()) {
    const { id, min_quantity: least } = items[at % items.length];
    const data = { goods_id: id, quantity: Math.max(quantity, least) };
    await callApi(request, 'POST', '/api/orders', { token, data });
  }
}

test('home, buying, top-up and back office', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const buyer = await newBuyer(request, 'marina');
  await trade(request, buyer.token);
  await signIn(page, buyer);
  await page.goto('/client/main');
  await picture(page, 'home');

  await page.goto('/client/purchase-account');
  await page.getByRole('button', { name: /^Buy / }).nth(1).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm order' });
  await dialog.getByLabel('Quantity', { exact: true }).fill('25');
  await picture(page, 'buying');

  // The buyer's last top-up was on TRON, so the form starts there.
  await page.goto('/client/amount-recharge');
  const address = page.getByRole('region', { name: 'Your address on TRON (TRC20)' });
  await address.getByRole('figure', { name: /QR code/ }).waitFor();
  await address.evaluate((part) => part.scrollIntoView({ block: 'end' }));
  await picture(page, 'top-up');

  await signIn(page, await signInOwner(request));
  await page.goto('/admin/dataBoard');
  await picture(page, 'back-office');
});
