import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { adminScreens } from '../pages/admin-screens.ts';
import { makeBusyShop, type BusyShop } from '../pages/busy-shop.ts';
import { signInAs } from '../pages/buyer.ts';
import { complaintsOf } from '../pages/complaints.ts';
import { settled } from '../pages/every-screen.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/screens');

let shop: BusyShop;
test.beforeAll(async ({ request }) => {
  shop = await makeBusyShop(request);
});

for (const language of ['en', 'zh-cn', 'pt', 'ru'])
  test(`admin ${language}`, async ({ page }, { project }) => {
    const { width } = page.viewportSize()!;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signInAs(page, { signIn: shop.owner }, { language, theme: 'auto' });
    for (const { name, path, act } of adminScreens) {
      await page.goto(path(shop));
      await settled(page);
      await act?.(page);
      await settled(page);
      // A dialog covers only the visible part of the page.
      const fullPage = !(await page.getByRole('dialog').isVisible());
      await page.screenshot({ path: join(FOLDER, project.name, language, `admin-${name}.png`), fullPage });
      expect.soft(await complaintsOf(page), `${name} by axe`).toEqual([]);
      const drawnWidth = await page.evaluate('document.documentElement.scrollWidth');
      expect.soft(drawnWidth, `${name} is no wider than the screen`).toBeLessThanOrEqual(width);
    }
  });
