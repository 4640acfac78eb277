import { expect, test } from '@playwright/test';
import { callApi } from '../wallets/payer.ts';
import { isWide } from './buyer.ts';
import { answerLate, drawnPage, watchLayout } from './layout-shift.ts';
import { signInOwner } from './people.ts';

/** A visitor opens a page whose position has an announcement. A desktop's product page is not drawn before React. */
export const announced = (position: 'home' | 'purchase', addressOf: (slug: string) => string): void =>
  test(`an announcement of ${position} moves nothing when it loads, and stays away once put away`, async ({
    page,
    request,
  }) => {
    const { token } = await signInOwner(request);
    const { items } = await callApi(request, 'GET', '/api/goods');
    const address = addressOf(items[0].slug);
    const title = { en: 'Maintenance on Sunday' };
    const data = { position, state: 'published', title, body: { en: '<p>For an hour.</p>' } };
    const { id } = await callApi(request, 'POST', '/api/announcements', { token, data });
    try {
      const moved = await watchLayout(page);
      await answerLate(page, `**/api/announcements/position/${position}`);
      await answerLate(page, '**/assets/own-*.js');
      const place = page.locator('[data-announcement]').getByText(title.en).filter({ visible: true });
      const bar = page.getByRole('heading', { name: title.en });
      await page.goto(address, { waitUntil: 'commit' });
      if (position === 'home' || !isWide(page))
        await expect(drawnPage(page).locator('[data-announcement]').getByText(title.en)).toBeVisible();
      // While the HTML arrives, that of several pages may be there.
      await expect(place.first()).toBeVisible();
      await expect(page.locator('[data-prerendered]')).toHaveCount(0);
      await expect(place.or(bar).first()).toBeVisible();
      const top = (await place.or(bar).first().boundingBox())!.y;
      await expect(bar).toBeVisible();
      expect((await bar.boundingBox())!.y).toBeCloseTo(top, 0);
      expect(await moved()).toBeLessThan(0.02);

      await page.getByRole('button', { name: 'Dismiss announcement' }).click();
      await expect(bar).toBeHidden();
      await page.waitForTimeout(500);
      expect(await moved(), 'once put away').toBeLessThan(0.02);
      await page.goto(address);
      await expect(page.locator('[data-prerendered]')).toHaveCount(0);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(place).toHaveCount(0);
      await expect(bar).toHaveCount(0);
    } finally {
      await callApi(request, 'DELETE', `/api/announcements/${id}`, { token });
    }
  });
