import type { Locator, Page } from '@playwright/test';

/**
 * The prerendered page that this reader sees until React replaces it. The HTML has those of other readers too, and until
 * its stylesheets are there none of them is hidden, although nothing is painted yet.
 */
export const drawnPage = (page: Page): Locator =>
  page.locator([0, 1, 2].map((one) => `[data-shows='${one}'] [data-prerendered='${one}']`).join(', '));

/** Counts how much of the page moves by itself from now on; to be called before the page opens. */
export async function watchLayout(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  return () => page.evaluate<number>('globalThis.moved');
}

/** Holds answers back until the page has long been painted. */
export async function answerLate(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
}
