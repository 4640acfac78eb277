import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const WIDTHS = [1440, 1024, 390, 320];
const SCHEMES = ['light', 'dark'] as const;
const { projects: _, reporter: __, ...shared } = journeys;

/** Takes every screen at every width, by day and by night, and twice in every language, in a few minutes. */
const SHORT: Record<string, RegExp> = {
  '1440-light': /en$|wallet/,
  '1440-dark': /zh-cn$/,
  '1024-light': /pt$/,
  '1024-dark': /ru$/,
  '390-light': /zh-cn$|wallet/,
  '390-dark': /en$/,
  '320-light': /ru$/,
  '320-dark': /pt$/,
};

/**
 * Screenshots of every screen, for review: `npx playwright test -c e2e/screens.config.ts`. They are in
 * test-results/screens. `--project 390-dark` takes one size and scheme. SCREENS=all takes every language at every size
 * and scheme, or those that `-g ru` names.
 */
export default defineConfig({
  ...shared,
  testDir: 'screens',
  testMatch: /\.screens\.ts$/,
  outputDir: '../test-results/failed-screens',
  reporter: 'list',
  timeout: 300_000,
  projects: WIDTHS.flatMap((width) =>
    SCHEMES.map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      ...(process.env['SCREENS'] !== 'all' && { grep: SHORT[`${width}-${colorScheme}`]! }),
      use: { colorScheme, viewport: { width, height: width > 768 ? 900 : 844 } },
    })),
  ),
});
