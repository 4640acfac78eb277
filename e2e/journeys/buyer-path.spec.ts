import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { chooseNetwork, Shop } from '../pages/shop.ts';
import { chosenCodeColumn, deliveryFormat } from '../pages/delivery-journeys.ts';
import { buyerHome, liveBoard, paidLine, visitorHome, statementFiles } from '../pages/home-journeys.ts';
import { deliveriesTo } from '../pages/people.ts';

/** A buyer's whole path by clicks: register, top up, get credited at finality, buy, read, receive the mail. */

test('a visitor signs up, tops up on TRON and buys accounts', async ({ page }) => {
  const shop = new Shop(page, 'client');
  const name = `buyer-${randomUUID().slice(0, 8)}`;
  const email = `${name}@example.test`;
  await shop.register(name, email, 'harbour-9');
  await expect(
    page.getByText('No orders yet', { exact: false }).or(page.getByText(/^\d+ × /).first()),
  ).toBeVisible();

  await shop.topUp('TRON', '50');
  await expect(page.getByRole('link', { name: /Balance 50\.00 USDT/ })).toBeVisible();

  const dialog = await shop.chooseFirstProduct();
  await expect(dialog.getByLabel('E-mail for delivery')).toHaveValue(email);
  await dialog.getByLabel('Quantity', { exact: true }).fill('3');
  await expect(dialog.getByText('1.05 USDT').first()).toBeVisible();
  await shop.press('Place order now');
  const result = page.getByRole('dialog', { name: 'Order placed' });
  await expect(result.getByRole('row')).toHaveCount(4);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('button', { name: 'Download TXT' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8');
  expect(lines.trimEnd().split('\n')).toHaveLength(3);
  await shop.press('Done');
  await expect(page.getByRole('link', { name: /Balance 48\.95 USDT/ })).toBeVisible();

  await shop.open('Orders');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('Completed');
  await expect(row).toContainText('Sent', { timeout: 100_000 });
  await expect.poll(() => deliveriesTo(page.request, email)).toHaveLength(1);
  const [mail] = await deliveriesTo(page.request, email);
  expect(mail!.attachments[0]!.content).toBe(lines);
  expect(download.suggestedFilename()).toBe(mail!.attachments[0]!.filename);

  await page.reload();
  await expect(page.getByRole('row').nth(1)).toContainText('3');
});

test('from top-up to order on Ethereum; the order form says what is missing', async ({ page }) => {
  const shop = new Shop(page, 'client');
  const name = `buyer-${randomUUID().slice(0, 8)}`;
  await shop.register(name, `${name}@example.test`, 'harbour-9');
  const dialog = await shop.chooseFirstProduct();
  await expect(dialog.getByRole('button', { name: 'Place order now' })).toBeDisabled();
  await expect(dialog.getByRole('link', { name: /top up/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await shop.topUp('Ethereum', '10');
  await expect(page.getByRole('link', { name: /Balance 10\.00 USDT/ })).toBeVisible();
});

test('an underpaid top-up is not credited automatically, and the page says so', async ({ page }) => {
  const shop = new Shop(page, 'client');
  const name = `buyer-${randomUUID().slice(0, 8)}`;
  await shop.register(name, `${name}@example.test`, 'harbour-9');
  await shop.open('Top up');
  await chooseNetwork(page, /Ethereum/);
  await shop.press('10 USDT');
  await shop.press('Continue to payment');
  await expect(shop.heading('Pay this top-up')).toBeVisible();
  await page.getByRole('textbox', { name: 'Amount in USDT' }).fill('9.5');
  await shop.press('Send test USDT');
  await page.waitForTimeout(9_000);
  await expect(shop.heading('Top-up successful')).toBeHidden();
  await expect(page.getByRole('link', { name: /Balance 0\.00 USDT/ })).toBeVisible();
});

test('signing out and in again; a visitor is asked to sign in', async ({ page }) => {
  const shop = new Shop(page, 'client');
  const name = `buyer-${randomUUID().slice(0, 8)}`;
  await shop.register(name, `${name}@example.test`, 'harbour-9');
  await shop.press('Profile menu');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto('/client/purchase-record');
  await expect(page).toHaveURL(/\/login\?redirect=\/client\/purchase-record/);
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('harbour-9');
  await shop.press('Sign in');
  await expect(page).toHaveURL(/\/client\/purchase-record/);
});

visitorHome();
buyerHome();
liveBoard();
paidLine();
deliveryFormat();
chosenCodeColumn();
statementFiles();
