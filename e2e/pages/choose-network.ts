import { expect, type Locator, type Page } from '@playwright/test';

/** Chooses a network for a top-up, or the one that is shown; answers its radio button. */
export async function chooseNetwork(page: Page, name: RegExp): Promise<Locator> {
  const choice = page.getByRole('radio', { name });
  await expect(choice).toBeEnabled();
  // The card lies over the button itself, and is clicked once the list has stopped moving.
  await page.locator('label').filter({ has: choice }).click();
  await expect(choice).toBeChecked();
  return choice;
}
