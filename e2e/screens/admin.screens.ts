import { test } from '@playwright/test';
import { join } from 'node:path';
import { adminScreens } from '../pages/admin-screens.ts';
import { makeBusyShop, type BusyShop } from '../pages/busy-shop.ts';
import { signInAs } from '../pages/buyer.ts';
import { settled } from '../pages/every-screen.ts';
import { takeScreen } from '../pages/take-screen.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/screens');

let shop: BusyShop;
test.beforeAll(async ({ request }) => {
  shop = await makeBusyShop(request);
});

for (const language of ['en', 'zh-cn', 'pt', 'ru'])
  test(`admin ${language}`, async ({ page }, { project }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signInAs(page, { signIn: shop.owner }, { language, theme: 'auto' });
    for (const { name, path, act } of adminScreens) {
      await page.goto(path(shop));
      await settled(page);
      await act?.(page);
      await settled(page);
      await takeScreen(page, join(FOLDER, project.name, language, `admin-${name}.png`), name);
    }
  });
