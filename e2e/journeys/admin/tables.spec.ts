import { expect, test, type Page, type Locator } from '@playwright/test';
import { actAs, newBuyer, openAs, signInOwner } from '../../pages/people.ts';
import { placeOrders } from '../../pages/busy-shop.ts';
import { readFile } from 'node:fs/promises';

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
  await openAs(page, await signInOwner(request), '/admin/order');
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
  // A column that the server cannot sort by has no button.
  await expect(page.getByRole('columnheader', { name: 'Status' }).getByRole('button')).toHaveCount(0);
});

for (const width of [1440, 1024])
  test(`no column of the orders is cut at ${width} pixels`, async ({ page, request }) => {
    await page.setViewportSize({ width, height: 900 });
    await placeOrders(request, await newBuyer(request));
    await openAs(page, await signInOwner(request), '/admin/order');
    const table = page.getByRole('table', { name: 'Orders' });
    await expect(table.locator('tbody tr').first()).toBeVisible();
    const cut = () =>
      table.evaluate((one) => {
        const frame = one.closest('[class*=ScrollArea-viewport]')!;
        return frame.scrollWidth - frame.clientWidth;
      });
    // Measured until the columns have found their widths.
    await expect.poll(cut).toBeLessThanOrEqual(0);
    // The time is in a column of its own, or below the number.
    await expect(table.locator('tbody tr').first().locator('time:visible')).toHaveCount(1);
  });

const LISTS = [
  'order?tab=claims',
  'recharge',
  'recharge?tab=deposits',
  'goods',
  'goods?tab=stock',
  'user',
  'agent',
  'prices?tab=coupons',
  'audit',
  'audit?tab=security',
];

test('no list is cut at 1440 pixels, in the language with the longest words either', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await actAs(page, await signInOwner(request));
  await page.evaluate(`
    const kept = JSON.parse(localStorage.getItem('portside'));
    localStorage.setItem('portside', JSON.stringify({ ...kept, state: { ...kept.state, language: 'ru' } }));
  `);
  for (const list of LISTS) {
    await page.goto(`/admin/${list}`);
    const frame = page.locator('[class*=ScrollArea-viewport]').filter({ has: page.locator('tbody tr td') });
    await frame.waitFor();
    const cut = () => frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(cut, { message: list }).toBeLessThanOrEqual(0);
  }
});

test('on a phone the sort order of the cards can be chosen', async ({ page, request }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, await signInOwner(request), '/admin/goods');
  const names = page.locator('ul[aria-label] > li > div > button');
  await page.getByLabel('Sort by').selectOption({ label: 'Name: descending' });
  await expect(page).toHaveURL(/sort=-name/);
  const descending = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
  await expect.poll(() => isInOrder(names.allInnerTexts(), descending)).toBe(true);
});

/** Every table of the back office can be downloaded. */
const TABLES: readonly [address: string, filename: string, columns: string][] = [
  ['/admin/order', 'orders', 'order_no,created_at,status,username'],
  ['/admin/order?tab=claims', 'warranty-claims', 'id,created_at,order_no,username'],
  ['/admin/recharge', 'top-ups', 'order_id,created_at,username'],
  ['/admin/recharge?tab=deposits', 'deposits', 'id,recorded_at,network,chain_id,tx_hash'],
  ['/admin/recharge?tab=chains', 'quarantine', 'id,recorded_at,network,chain_id,tx_hash'],
  ['/admin/goods', 'products', 'id,created_at,name,category_id'],
  ['/admin/goods?tab=stock', 'imports', 'id,created_at,finished_at,product_id'],
  ['/admin/goods?tab=reports', 'takedown-requests', 'id,created_at,email,subject'],
  ['/admin/user', 'users', 'id,created_at,username,email,status,balance'],
  ['/admin/agent', 'agents', 'id,created_at,username,platform_name'],
  ['/admin/sales', 'sales', 'day,name,orders'],
  ['/admin/config?tab=blocked', 'blocked-wallets', 'id,created_at,network,address'],
  ['/admin/config?tab=announcements', 'announcements', 'id,created_at,updated_at,placement'],
  ['/admin/audit', 'audit', 'id,at,actor,user_id'],
  ['/admin/audit?tab=security', 'security-events', 'id,at,last_at,kind,username'],
];

async function take(page: Page, place: Page | Locator = page): Promise<[filename: string, lines: string[]]> {
  const coming = page.waitForEvent('download', { timeout: 60_000 });
  await place.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).last().click();
  const file = await coming;
  const text = await readFile(await file.path(), 'utf8');
  return [file.suggestedFilename(), text.replace('\ufeff', '').trimEnd().split('\r\n')];
}

test('every table can be exported, users with the current filter', async ({ page, request }) => {
  const buyer = await newBuyer(request);
  await actAs(page, await signInOwner(request));
  for (const [address, table, columns] of TABLES) {
    await page.goto(address);
    const [name, [header]] = await take(page);
    expect(name).toMatch(new RegExp(`^${table}-\\d{4}-[\\w-]+\\.csv$`));
    expect(header).toMatch(new RegExp(`^${columns},`));
  }

  await page.goto(`/admin/user?q=${buyer.username}`);
  const [, [, ...rows]] = await take(page);
  expect(rows).toEqual([expect.stringContaining(`,${buyer.username},${buyer.email},active,0,`)]);

  await page.getByRole('row').filter({ hasText: buyer.username }).click();
  expect((await take(page, page.getByRole('dialog')))[0]).toMatch(
    new RegExp(`^movements-${buyer.id}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  );

  await page.goto('/admin/audit');
  await page.getByRole('row').filter({ hasText: 'Users exported' }).first().click();
  await expect(page.getByRole('dialog')).toContainText(`q=${buyer.username}`);
});

test('chosen rows keep their names in sight', async ({ page, request }) => {
  await openAs(page, await signInOwner(request), '/admin/goods');
  const name = page.locator('tbody tr td').nth(1).getByRole('button');
  await name.waitFor();
  await page.locator('tbody tr').first().getByRole('checkbox').check();
  await expect(page.locator('tbody tr[data-selected]')).toHaveCount(1);
  // The colour of the chosen row is painted below what the pinned cell holds.
  const layers = await page.evaluate(`(() => {
    const cell = document.querySelector('tbody tr[data-selected] td:nth-child(2)');
    const paint = getComputedStyle(cell, '::before');
    return [paint.position, paint.zIndex, Number(getComputedStyle(cell).zIndex) > 0];
  })()`);
  expect(layers).toEqual(['absolute', '-1', true]);
});
