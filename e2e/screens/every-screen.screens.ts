import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { makeBuyer, signInAs, type Buyer } from '../pages/buyer.ts';
import { complaintsOf } from '../pages/complaints.ts';
import { everyScreen, settled } from '../pages/every-screen.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/screens');

let buyer: Buyer;
test.beforeAll(async ({ request }) => {
  buyer = await makeBuyer(request);
});

for (const language of ['en', 'zh-cn', 'pt', 'ru'])
  test(language, async ({ page }, { project }) => {
    const { width } = page.viewportSize()!;
    const area = width > 768 ? '/client' : '/mobile';
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signInAs(page, buyer, { language, theme: 'auto' });
    for (const { name, open } of everyScreen) {
      await open({ page, area, buyer });
      await settled(page);
      // A dialog covers what is seen of the page, not what is below.
      const fullPage = !(await page.getByRole('dialog').isVisible());
      await page.screenshot({ path: join(FOLDER, project.name, language, `${name}.png`), fullPage });
      expect.soft(await complaintsOf(page), `${name} by axe`).toEqual([]);
      const drawnWidth = await page.evaluate('document.documentElement.scrollWidth');
      expect.soft(drawnWidth, `${name} is no wider than the screen`).toBeLessThanOrEqual(width);
    }
  });
