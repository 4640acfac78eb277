import { expect, type Locator, type Page } from '@playwright/test';

/** Going through a page without a mouse. */

/** More than the tab stops of any page or dialog here. */
const MOST_STEPS = 60;

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element.matches(':focus'));

/** Presses Tab until this has the focus. Links and buttons must draw a focus ring. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MOST_STEPS && !(await isFocused(target)); step += 1)
    await page.keyboard.press(key);
  expect(await isFocused(target), `${key} reaches ${String(target)}`).toBe(true);
  const ring = await target.evaluate(
    (element: any) => element.ownerDocument.defaultView.getComputedStyle(element).outlineStyle,
  );
  if (await target.evaluate((element) => element.matches('a, button')))
    expect(ring, `a ring is drawn around ${String(target)}`).not.toBe('none');
}

/** Presses Tab through a whole cycle: the focus must not leave the dialog. */
export async function goRound(page: Page, dialog: Locator): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.matches(':focus-within'))).toBe(true);
  }
}
