import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const WIDTHS = [1440, 1024, 390, 320];
const SCHEMES = ['light', 'dark'] as const;
const { projects: _, reporter: __, ...shared } = journeys;

/**
 * Pictures of every screen, to be looked at: `npx playwright test -c e2e/screens.config.ts`. They lie in
 * test-results/screens. `--project 390-dark` takes one size and scheme, `-g zh-cn` one language.
 */
export default defineConfig({
  ...shared,
  testDir: 'screens',
  testMatch: /\.screens\.ts$/,
  outputDir: '../test-results/failed-screens',
  reporter: 'list',
  projects: WIDTHS.flatMap((width) =>
    SCHEMES.map((colorScheme) => ({
      name: `${width}-${colorScheme}`,
      use: { colorScheme, viewport: { width, height: width > 768 ? 900 : 844 } },
    })),
  ),
});
