import { LANGUAGES } from '@portside/contract/wire/languages';
import { expect, test, type Page } from '@playwright/test';
import { areaOf, makeBuyer, signInAs, type Buyer } from '../pages/buyer.ts';
import { complaintsOf, expectToFit, findTextName } from '../pages/take-screen.ts';
import { everyScreen, settled } from '../pages/every-screen.ts';

/**
 * axe finds no violation on any screen in English, at one of two widths, by day and by night; and on a sample in one
 * of the other languages, by TEST_SEED. With TEST_IN_TURN=1 a run takes half of the screens. The screenshots check every
 * screen in every language. Nothing overflows the narrowest phone's window in any language.
 */

const turn = Number(process.env['TEST_SEED']);
const HALF = Math.ceil(everyScreen.length / 2);
/** Next to each other, because some screens go on from the one before. */
const screensHere = everyScreen.filter(
  (_, place) => process.env['TEST_IN_TURN'] !== '1' || (place < HALF ? 0 : 1) === Math.floor(turn / 2) % 2,
);

let buyer: Buyer;
test.beforeAll(async ({ request }) => {
  buyer = await makeBuyer(request);
});

/** Night changes only colours. */
const NIGHT_RULES = ['color-contrast', 'link-in-text-block'];

async function look(page: Page, name: string, rules?: readonly string[]): Promise<void> {
  await settled(page);
  expect.soft(await complaintsOf(page, rules), name).toEqual([]);
  expect.soft(await findTextName(page), name).toBeNull();
  await expectToFit(page, name);
}

const WIDTH = turn % 2 === 0 ? 1440 : 390;

test(`every screen at ${WIDTH}, by day and by night`, async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: WIDTH, height: 900 });
  const area = areaOf(page);
  await signInAs(page, buyer, { language: 'en', theme: 'auto' });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, open } of screensHere) {
    await page.emulateMedia({ colorScheme: 'light' });
    await open({ page, area, buyer });
    await look(page, name);
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(page, `${name}, by night`, NIGHT_RULES);
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

/** The screens with rows and tables. */
const NARROW = new Set(['buy', 'product', 'record', 'top-up', 'payment']);

const SAMPLED = [
  ['zh-cn', 1440],
  ['pt', 769],
  ['ru', 320],
] as const;
const [language, width] = SAMPLED[turn % SAMPLED.length]!;

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

test('nothing is wider than the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const language of LANGUAGES) {
    await signInAs(page, buyer, { language, theme: 'auto' });
    for (const { name, open } of everyScreen.filter(({ name }) => NARROW.has(name))) {
      await open({ page, area: areaOf(page), buyer });
      await settled(page);
      await expectToFit(page, `${name} in ${language}`);
    }
  }
});
