import { expect, test, type Page, type Locator } from '@playwright/test';
import { callApi } from '../wallets/payer.ts';
import { isWide } from './buyer.ts';
import { signInOwner } from './people.ts';
import { removeAnnouncements } from './shop-as-begun.ts';

const OLDER = 'New ways to pay';
const NEWER = 'Maintenance on Sunday';

/** A visitor opens a page whose position has announcements, `drawnOn` those screens before any script. */
export function announced(
  position: 'home' | 'purchase',
  addressOf: (slug: string) => string,
  drawnOn: 'all' | 'phones' | 'none' = 'all',
): void {
  for (const title of [OLDER, NEWER]) test.afterAll(({ request }) => removeAnnouncements(request, title));
  test(`announcements of ${position} at ${addressOf('x')} move nothing when they load, and stay away once put away`, async ({
    page,
    request,
  }) => {
    const { token } = await signInOwner(request);
    const { items } = await callApi(request, 'GET', '/api/goods');
    const address = addressOf(items[0].slug);
    for (const title of [OLDER, NEWER]) {
      await removeAnnouncements(request, title);
      const texts = { title: { en: title }, body: { en: '<p>For an hour.</p>' } };
      const data = { position, state: 'published', ...texts };
      await callApi(request, 'POST', '/api/announcements', { token, data });
    }
    const moved = await watchLayout(page);
    await answerLate(page, `**/api/announcements/position/${position}`);
    await answerLate(page, '**/assets/app-*.js');
    const isDrawn = drawnOn === 'all' || (drawnOn === 'phones' && !isWide(page));
    for (const title of [NEWER, OLDER]) {
      await page.goto(address, { waitUntil: 'commit' });
      await expectUnmoved(page, title, isDrawn);
      expect(await moved(), title).toBeLessThan(0.02);
      await page.getByRole('button', { name: 'Dismiss announcement' }).click();
      await expect(page.getByRole('heading', { name: title })).toBeHidden();
      await page.waitForTimeout(500);
      expect(await moved(), `${title}, once put away`).toBeLessThan(0.02);
    }
    const answered = page.waitForResponse(`**/api/announcements/position/${position}`);
    await page.goto(address);
    await expect(page.locator('[data-prerendered]')).toHaveCount(0);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await (await answered).finished();
    // Time to draw it.
    await page.waitForTimeout(500);
    for (const title of [NEWER, OLDER])
      await expect(page.getByText(title).filter({ visible: true })).toHaveCount(0);
    expect(await moved(), 'with all put away').toBeLessThan(0.02);
  });
}

/** While a page opens: the bar in the HTML, if `isDrawn`, and the one drawn by the script are in the same place. */
async function expectUnmoved(page: Page, title: string, isDrawn: boolean): Promise<void> {
  const place = page.locator('[data-announcement]').getByText(title).filter({ visible: true });
  const bar = page.getByRole('heading', { name: title });
  if (isDrawn) await expect(drawnPage(page).locator('[data-announcement]').getByText(title)).toBeVisible();
  // While the HTML arrives, it may hold several pages.
  await expect(place.first()).toBeVisible();
  await expect(page.locator('[data-prerendered]')).toHaveCount(0);
  await expect(place.or(bar).first()).toBeVisible();
  const top = (await place.or(bar).first().boundingBox())!.y;
  await expect(bar).toBeVisible();
  expect((await bar.boundingBox())!.y).toBeCloseTo(top, 0);
}

/**
 * The prerendered page that this reader sees until React replaces it. The HTML holds other readers' pages too, hidden
 * only once its stylesheets arrive, although nothing is painted before.
 */
export const drawnPage = (page: Page): Locator =>
  page.locator([0, 1, 2].map((one) => `[data-shows='${one}'] [data-prerendered='${one}']`).join(', '));

/** Counts layout shifts from now on; call it before the page opens. */
export async function watchLayout(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    globalThis.moved = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.moved += value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  return () => page.evaluate<number>('globalThis.moved');
}

/** Holds answers back until long after the page is painted. */
export async function answerLate(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
}
