import { expect, type Locator } from '@playwright/test';

/** Scrolls to the end of the page until this is there: some lists are loaded when the reader comes near. */
export const scrollDownTo = (wanted: Locator): Promise<void> =>
  expect(async () => {
    await wanted.page().evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect(wanted).toBeVisible({ timeout: 2_000 });
  }).toPass();
