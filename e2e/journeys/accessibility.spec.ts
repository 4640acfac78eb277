import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { makeBuyer, signInAs, type Buyer } from '../pages/buyer.ts';
import { everyScreen, settled } from '../pages/every-screen.ts';

/** axe finds nothing to complain of, with its default rules, on any screen, by day and by night. */

let buyer: Buyer;
test.beforeAll(async ({ request }) => {
  buyer = await makeBuyer(request);
});

/** Colours are all that night changes. */
const NIGHT_RULES = ['color-contrast', 'link-in-text-block'];

for (const width of [1440, 390])
  test(`every screen at ${width}`, async ({ page }) => {
    test.slow();
    const area = width > 768 ? '/client' : '/mobile';
    await page.setViewportSize({ width, height: 900 });
    await signInAs(page, buyer, { language: 'en', theme: 'auto' });

    async function look(name: string, axe: AxeBuilder): Promise<void> {
      await settled(page);
      const { violations } = await axe.analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      expect.soft(found, name).toEqual([]);
    }

    for (const { name, open } of everyScreen) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await open({ page, area, buyer });
      await look(name, new AxeBuilder({ page }));
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await look(`${name} by night`, new AxeBuilder({ page }).withRules(NIGHT_RULES));
    }
  });
