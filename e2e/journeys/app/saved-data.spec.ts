import { expect, test, type Page } from '@playwright/test';
import { waitForAfterPaint } from '../../pages/shop.ts';

/** As Chromium does where the reader has asked for little data. */
const saveData = (page: Page) =>
  page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`);

test('where data is saved nothing is fetched ahead: no dialog, no pictures of a list', async ({ page }) => {
  await saveData(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/client/purchase-account');
  await waitForAfterPaint(page);
  const row = page.getByRole('button', { name: /^Buy/ }).first();
  await row.hover();
  // As long as the dialog takes otherwise, and longer.
  await page.waitForTimeout(3_000);
  expect(asked.filter((path) => /order-dialog|\/images\//.test(path))).toEqual([]);
  // What moves without end stands still.
  const runs = await page.evaluate(
    `document.getAnimations().filter((one) => one.effect.getTiming().iterations === Infinity).length`,
  );
  expect(runs).toBe(0);
  // What was asked for comes all the same.
  await row.click();
  await expect(page.getByRole('dialog', { name: 'Confirm order' })).toBeVisible();
});

test('otherwise the dialog comes by itself', async ({ page }) => {
  const dialog = page.waitForResponse(/order-dialog/);
  await page.goto('/client/purchase-account');
  await page.getByRole('button', { name: /^Buy/ }).first().hover();
  await dialog;
});
