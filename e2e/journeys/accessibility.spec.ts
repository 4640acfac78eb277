import { expect, test, type Page } from '@playwright/test';
import { areaOf, makeBuyer, signInAs, type Buyer } from '../pages/buyer.ts';
import { complaintsOf } from '../pages/complaints.ts';
import { everyScreen, settled } from '../pages/every-screen.ts';

/**
 * axe finds no violation on any screen: with its default rules by day at one of two widths, and with those of colours by
 * night at the other, in English; and on a sample in one of the other languages. TEST_SEED decides which. The screenshots
 * check every screen in every language.
 */

const turn = Number(process.env['TEST_SEED']);

let buyer: Buyer;
test.beforeAll(async ({ request }) => {
  buyer = await makeBuyer(request);
});

/** Colours are all that night changes. */
const NIGHT_RULES = ['color-contrast', 'link-in-text-block'];

async function look(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  await settled(page);
  expect.soft(await complaintsOf(page, rules), name).toEqual([]);
}

const WIDTHS = turn % 2 === 0 ? ([1440, 390] as const) : ([390, 1440] as const);

for (const [width, colorScheme] of [
  [WIDTHS[0], 'light'],
  [WIDTHS[1], 'dark'],
] as const)
  test(`every screen at ${width}, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const area = areaOf(page);
    await signInAs(page, buyer, { language: 'en', theme: 'auto' });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const { name, open } of everyScreen) {
      await open({ page, area, buyer });
      await look(page, name, colorScheme === 'dark' ? NIGHT_RULES : undefined);
    }
  });

const SAMPLE = new Set([
  'home',
  'buy',
  'order-form',
  'record-details',
  'top-up-payment',
  'payment',
  'register',
]);

const LANGUAGES = [
  ['zh-cn', 1440],
  ['pt', 769],
  ['ru', 320],
] as const;
const [language, width] = LANGUAGES[turn % LANGUAGES.length]!;

test(`a sample in ${language}`, async ({ page }) => {
  await page.setViewportSize({ width, height: 844 });
  const area = areaOf(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs(page, buyer, { language, theme: 'auto' });
  for (const { name, open } of everyScreen.filter(({ name }) => SAMPLE.has(name))) {
    await open({ page, area, buyer });
    await look(page, name);
  }
});
