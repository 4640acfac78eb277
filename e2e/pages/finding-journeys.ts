import { expect, test } from '@playwright/test';
import { areaOf, ENGLISH, isWide, prefer, signInAs } from './buyer.ts';
import { newBuyer } from './people.ts';
import { callApi } from '../wallets/payer.ts';

export const finding = (): void =>
  test('products are found by words with typing errors, by filters and by order, all kept in the address', async ({
    page,
    request,
  }) => {
    await prefer(page, ENGLISH);
    if (!isWide(page)) {
      // A visitor on a phone signs in first.
      const { username, password } = await newBuyer(request);
      const signIn = await callApi(request, 'POST', '/api/auth/login', { data: { username, password } });
      await signInAs(page, { signIn }, ENGLISH);
    }
    await page.goto(`${areaOf(page)}/purchase-account`);
    const rows = page.getByRole('list', { name: 'Available products' }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const all = await rows.count();
    await page.getByPlaceholder('Search products').fill('mialbox');
    await expect(page).toHaveURL(/q=mialbox/);
    await expect(rows.first()).toContainText(/mailbox/i);
    await expect.poll(() => rows.count()).toBeLessThan(all);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(rows).toHaveCount(all);

    await page.getByLabel('Sort by').selectOption('Price: high to low');
    await expect(page).toHaveURL(/sort=-price/);
    await page.getByRole('button', { name: 'Filters' }).click();
    const narrow = async () => {
      await page.getByLabel('Price to (USDT)').fill('2');
      await expect(page).toHaveURL(/price_to=2/);
      await page.getByLabel('Gender').selectOption('Male');
      await expect(page).toHaveURL(/variant=male/);
    };
    await narrow();
    await page.reload();
    await expect(page.getByLabel('Price to (USDT)')).toHaveValue('2');
    await expect(rows.first()).toBeVisible();
    const left = await rows.count();
    expect(left).toBeLessThan(all);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(/\?sort=-price$/);
    await expect(rows).toHaveCount(all);
    await narrow();
    await expect(rows).toHaveCount(left);
  });
