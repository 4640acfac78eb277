import { expect, test, type Page } from '@playwright/test';
import { areaOf, makeBuyer, signInAs, type Buyer } from '../pages/buyer.ts';
import { complaintsOf } from '../pages/complaints.ts';
import { everyScreen, settled } from '../pages/every-screen.ts';

/**
 * axe with its default rules finds no violation on any screen, in both colour schemes, in English, and on a
 * sample in the other languages. The screenshots check every screen in every language.
 */

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

const WIDTHS = [1440, 390];
/** Few colours depend on the width: by night, a run looks at one of the two, in turn. */
const widthByNight = WIDTHS[Number(process.env['TEST_SEED']) % 2];

for (const width of WIDTHS)
  test(`every screen at ${width}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const area = areaOf(page);
    await signInAs(page, buyer, { language: 'en', theme: 'auto' });
    for (const { name, open } of everyScreen) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await open({ page, area, buyer });
      await look(page, name);
      if (width !== widthByNight) continue;
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await look(page, `${name} by night`, NIGHT_RULES);
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

for (const [language, width] of [
  ['zh-cn', 1440],
  ['pt', 769],
  ['ru', 320],
] as const)
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
