import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

const { projects: _, reporter: __, ...shared } = journeys;

/** The README's pictures of the real shop: `npx playwright test -c e2e/pictures.config.ts`. */
export default defineConfig({
  ...shared,
  testDir: 'screens',
  testMatch: 'readme.pictures.ts',
  outputDir: '../test-results/failed-pictures',
  reporter: 'list',
  use: { ...shared.use, colorScheme: 'light', viewport: { width: 1280, height: 800 } },
});
