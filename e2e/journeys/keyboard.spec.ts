import { NETWORKS } from '@portside/contract';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { goRound, tabTo } from '../pages/keyboard.ts';
import { newBuyer, openAs } from '../pages/people.ts';

/** Topping up and buying by keyboard alone, always with a visible focus. */

async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

test('topping up and buying by keyboard alone', async ({ page, request }) => {
  await openAs(page, await newBuyer(request), '/client/main');
  await page.getByRole('heading').first().waitFor();
  // The sandbox's bar comes first.
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await pressOn(page, navigation.getByRole('link', { name: 'Top up' }));
  await expect(page.getByRole('heading', { name: 'Top up', level: 1 })).toBeVisible();

  const tron = page.getByRole('radio', { name: /TRON/ });
  await expect(tron).toBeEnabled();
  const chosen = page.getByRole('radio', { checked: true });
  await tabTo(page, chosen);
  // The arrow keys cycle through all networks.
  for (let step = 0; step < NETWORKS.length && !(await tron.isChecked()); step += 1)
    await page.keyboard.press('ArrowDown');
  await expect(tron).toBeChecked();
  await tabTo(page, page.getByRole('main').getByRole('textbox', { name: 'Amount in USDT' }).first());
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pay this top-up' })).toBeVisible();
  await pressOn(page, page.getByRole('button', { name: 'Send test USDT' }));
  await expect(page.getByRole('heading', { name: 'Top-up successful' })).toBeVisible({ timeout: 100_000 });

  await tabTo(page, page.getByRole('link', { name: /^Balance 15\.00/ }), 'Shift+Tab');
  await tabTo(page, navigation.getByRole('link', { name: 'Buy accounts' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await pressOn(page, page.getByRole('button', { name: /^Buy / }).first());
  const dialog = page.getByRole('dialog', { name: 'Confirm order' });
  const quantity = dialog.getByLabel('Quantity', { exact: true });
  await tabTo(page, quantity);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2');
  // The dialog traps the focus.
  await goRound(page, dialog);
  await pressOn(page, dialog.getByRole('button', { name: 'Place order now' }));
  const placed = page.getByRole('dialog', { name: 'Order placed' });
  await expect(placed.getByRole('row')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(placed).toBeHidden();
  // Closing returns the focus to the button that opened it.
  await expect(page.getByRole('button', { name: /^Buy / }).first()).toBeFocused();
});
