import { expect, type Page } from '@playwright/test';
import { complaintsOf } from './complaints.ts';

/** Takes a picture of a screen that has settled; axe finds no violation on it, and it is no wider than the window. */
export async function takeScreen(page: Page, path: string, name: string): Promise<void> {
  // A dialog covers only the visible part of the page.
  const fullPage = !(await page.getByRole('dialog').isVisible());
  await page.screenshot({ path, fullPage });
  expect.soft(await complaintsOf(page), `${name} by axe`).toEqual([]);
  await expectToFit(page, name);
}

/** Nothing is wider than the window. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const drawnWidth = await page.evaluate('document.documentElement.scrollWidth');
  const { width } = page.viewportSize()!;
  expect.soft(drawnWidth, `${name} is no wider than the screen`).toBeLessThanOrEqual(width);
}
