import { expect, test, type Locator } from '@playwright/test';
import { newBuyer, openAs, signInOwner } from '../../pages/people.ts';

/** WCAG 2.2, 1.4.11: what tells a chosen part from the others. */
const LEAST_CONTRAST = 3;

type Paint = { readonly background: string; readonly border: string; readonly shadow: string };

const paintOf = async (element: Locator): Promise<Paint> => {
  const styleOf = (name: string): Promise<string> =>
    element.evaluate(
      (one: any, property) => one.ownerDocument.defaultView.getComputedStyle(one)[property],
      name,
    );
  return {
    background: await styleOf('backgroundColor'),
    border: await styleOf('borderTopColor'),
    shadow: await styleOf('boxShadow'),
  };
};

function luminance(colour: string): number {
  const [r, g, b] = colour
    .match(/[\d.]+/g)!
    .slice(0, 3)
    .map((one) => Number(one) / 255)
    .map((one) => (one <= 0.040_45 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('the chosen category stands out, by more than its colour', async ({ page }) => {
      await page.goto('/client/purchase-account');
      const group = page.getByRole('group', { name: /type|categor/i }).first();
      const chosen = group.locator('[aria-pressed=true]');
      const other = group.locator('[aria-pressed=false]').first();
      await expect(other).toBeVisible();
      expect(contrast((await paintOf(chosen)).background, (await paintOf(other)).background)).toBeGreaterThan(
        LEAST_CONTRAST,
      );
      expect(
        await chosen.evaluate(
          (one: any) => one.ownerDocument.defaultView.getComputedStyle(one, '::before').content,
        ),
      ).toContain('✓');
    });

    test('the chosen amount and network of a top-up stand out', async ({ page, request }) => {
      await openAs(page, await newBuyer(request), '/client/amount-recharge');
      const amounts = page.locator('button[aria-pressed]');
      await amounts.nth(1).click();
      const [chosen, other] = [await paintOf(amounts.nth(1)), await paintOf(amounts.nth(2))];
      expect(contrast(chosen.border, other.background)).toBeGreaterThan(LEAST_CONTRAST);
      // A second line inside the border.
      expect([chosen.shadow, other.shadow]).toEqual([expect.stringContaining('inset'), 'none']);
    });

    test('the chosen one of several parts has an outline', async ({ page, request }) => {
      await openAs(page, await signInOwner(request), '/admin/sales');
      const parts = page.getByRole('radiogroup').first();
      const chosen = parts.locator('input:checked + span');
      await expect(chosen).toBeVisible();
      const { shadow } = await paintOf(chosen);
      const outline = /rgba?\([^)]*\)/.exec(shadow)![0];
      const ground = await paintOf(parts);
      expect(contrast(outline, ground.background)).toBeGreaterThan(LEAST_CONTRAST);
    });
  });

test('a wrong password is said beside the field, and the field is marked', async ({ page, request }) => {
  const { username } = await newBuyer(request);
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('not this one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(password).toHaveAccessibleDescription('Incorrect username or password');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert').filter({ hasText: 'Incorrect' })).toHaveCount(0);
});
