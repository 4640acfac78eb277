import { expect, test, type Page } from '@playwright/test';
import { signIn, signInOwner } from '../pages/people.ts';
import { makeBusyShop } from '../pages/busy-shop.ts';

const totals = async (page: Page): Promise<number[]> => {
  const cells = await page.locator('table tbody tr td:nth-child(5)').allInnerTexts();
  return cells.map((text) => Number(text.replace(/[^\d.]/g, '')));
};

test('a table is sorted by its header, with the keyboard too, and a reload keeps it', async ({
  page,
  request,
}) => {
  await makeBusyShop(request);
  await signIn(page, await signInOwner(request));
  await page.goto('/admin/order');
  const header = page.getByRole('columnheader', { name: 'Total' });
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => totals(page)).toEqual((await totals(page)).toSorted((a, b) => b - a));
  await header.getByRole('button').press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('total_amount');
  await page.reload();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => totals(page)).toEqual((await totals(page)).toSorted((a, b) => a - b));
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'none');
  // What the server cannot sort by has no button.
  await expect(page.getByRole('columnheader', { name: 'Status' }).getByRole('button')).toHaveCount(0);
});

test('on a phone the sort order of the cards can be chosen', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await signInOwner(request));
  await page.goto('/admin/goods');
  const names = page.locator('ul[aria-label] > li button:first-child');
  await page.getByLabel('Sort by').selectOption({ label: 'Name: descending' });
  await expect(page).toHaveURL(/sort=-name/);
  await expect
    .poll(() => names.allInnerTexts())
    .toEqual((await names.allInnerTexts()).toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })));
});
