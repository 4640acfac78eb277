import { expect, test } from '@playwright/test';
import { goRound, tabTo } from '../../pages/keyboard.ts';
import { newBuyer, openAs } from '../../pages/people.ts';

/** A phone or a narrow window with a keyboard: the order sheet, its slider, menus and the way past the navigation. */

test('the order sheet by keyboard: in, round, slider, out, and back to where it began', async ({
  page,
  request,
}) => {
  await openAs(page, await newBuyer(request), '/mobile/purchase-account');
  const buy = page.getByRole('button', { name: /^Buy/ }).first();
  await expect(buy).toBeVisible();
  // In the sandbox its bar comes first.
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await tabTo(page, buy);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Confirm order' });
  await expect(sheet).toBeVisible();
  const quantity = sheet.getByLabel('Quantity', { exact: true });
  const slider = sheet.getByRole('slider');
  await tabTo(page, slider);
  const before = Number(await quantity.inputValue());
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await quantity.inputValue())).toBeGreaterThan(before);
  await page.keyboard.press('Home');
  await expect.poll(async () => Number(await quantity.inputValue())).toBeLessThanOrEqual(before);
  await goRound(page, sheet);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(buy).toBeFocused();
});

test('menus open, close and give the focus back by keyboard', async ({ page, request }) => {
  await openAs(page, await newBuyer(request), '/mobile/index');
  const menu = page.getByRole('button', { name: 'Profile menu' });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  const entry = page.getByText('Sign out');
  await expect(entry).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry).toBeHidden();
  await expect(menu).toBeFocused();
});
