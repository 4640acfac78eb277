import { expect, test, type Page } from '@playwright/test';
import { newBuyer, signIn, signInOwner } from '../pages/people.ts';
import { placeOrders } from '../pages/busy-shop.ts';

const totals = async (page: Page): Promise<number[]> => {
  const cells = await page.locator('table tbody tr td:nth-child(5)').allInnerTexts();
  return cells.map((text) => Number(text.replace(/[^\d.]/g, '')));
};

/** Whether the rows that are shown now are in that order. */
async function isInOrder<T>(shown: Promise<T[]>, compare: (a: T, b: T) => number): Promise<boolean> {
  const found = await shown;
  return found.length > 1 && String(found) === String(found.toSorted(compare));
}

test('a table is sorted by its header, with the keyboard too, and a reload keeps it', async ({
  page,
  request,
}) => {
  await placeOrders(request, await newBuyer(request));
  await signIn(page, await signInOwner(request));
  await page.goto('/admin/order');
  const header = page.getByRole('columnheader', { name: 'Total' });
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => isInOrder(totals(page), (a, b) => b - a)).toBe(true);
  await header.getByRole('button').press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('total_amount');
  await page.reload();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => isInOrder(totals(page), (a, b) => a - b)).toBe(true);
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'none');
  // What the server cannot sort by has no button.
  await expect(page.getByRole('columnheader', { name: 'Status' }).getByRole('button')).toHaveCount(0);
});

test('on a phone the sort order of the cards can be chosen', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, await signInOwner(request));
  await page.goto('/admin/goods');
  const names = page.locator('ul[aria-label] > li > div > button');
  await page.getByLabel('Sort by').selectOption({ label: 'Name: descending' });
  await expect(page).toHaveURL(/sort=-name/);
  const descending = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  await expect.poll(() => isInOrder(names.allInnerTexts(), descending)).toBe(true);
});
