import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { chosenCodeColumn, deliveryFormat } from '../pages/delivery-journeys.ts';
import { buyerHome, liveBoard, paidLine, visitorHome, statementFiles } from '../pages/home-journeys.ts';
import { Shop } from '../pages/shop.ts';

// With animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a buyer tops up and buys on a phone', async ({ page }) => {
  const shop = new Shop(page, 'mobile');
  const name = `buyer-${randomUUID().slice(0, 8)}`;
  await shop.register(name, `${name}@example.test`, 'harbour-9');
  await expect(page).toHaveURL(/\/mobile\/index/);
  await shop.topUp('TRON', '10');
  const dialog = await shop.chooseFirstProduct();
  await dialog.getByLabel('Quantity', { exact: true }).fill('2');
  await shop.press('Place order now');
  await expect(page.getByRole('dialog', { name: 'Order placed' })).toBeVisible();
  await shop.press('Done');
  await shop.open('Orders');
  await expect(page.getByText('Completed')).toBeVisible();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBe(390);
});

visitorHome();
buyerHome();
liveBoard();
paidLine();
deliveryFormat();
chosenCodeColumn();
statementFiles();
