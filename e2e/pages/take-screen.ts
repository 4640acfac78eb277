import { expect, type Page } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';

/** Takes a screenshot once the screen has settled; axe finds no violation, and nothing overflows the window. */
export async function takeScreen(page: Page, path: string, name: string): Promise<void> {
  // A dialog covers only the visible part of the page.
  const fullPage = !(await page.getByRole('dialog').isVisible());
  await page.screenshot({ path, fullPage });
  expect.soft(await complaintsOf(page), `${name} by axe`).toEqual([]);
  expect.soft(await findTextName(page), `${name} has its texts`).toBeNull();
  await expectToFit(page, name);
}

/** The name of a text, shown in place of the text where its file was not loaded. */
const TEXT_NAME =
  /\b(?:admin|browse|goods|home|orders|pay|product|recharges|service|sessions|shell|users)(?:[.:][a-z]\w*){2,}\b/;

/** The first name of a text that the page shows in place of the text; null for none. */
export const findTextName = async (page: Page): Promise<string | null> =>
  TEXT_NAME.exec(await page.locator('body').innerText())?.[0] ?? null;

/** Nothing is wider than the window. */
export async function expectToFit(page: Page, name: string): Promise<void> {
  const drawnWidth = await page.evaluate('document.documentElement.scrollWidth');
  const { width } = page.viewportSize()!;
  expect.soft(drawnWidth, `${name} is no wider than the screen`).toBeLessThanOrEqual(width);
}

/** axe's complaints about the open page, one entry for each rule; with these rules or else its defaults. */
export async function complaintsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Otherwise axe opens a tab of its own for each result, which only frames of other origins need, and describes every
  // element that passed.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Runs in the page. */
const CUT_WORDS = `
  [
    ...document.querySelectorAll('.mantine-Button-label'),
    ...Array.from(document.querySelectorAll('table'), ({ parentElement }) => parentElement),
  ]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent.trim().slice(0, 60))
`;

/** Buttons with truncated words, and tables wider than their container. */
export const cutWordsOf = (page: Page): Promise<string[]> => page.evaluate<string[]>(CUT_WORDS);
