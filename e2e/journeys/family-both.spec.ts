import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { areaOf, ENGLISH, isWide, prefer, signInAs } from '../pages/buyer.ts';
import { newBuyer } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';

/** Opens the list; a visitor on a phone signs in first. */
async function openList(page: Page, request: APIRequestContext): Promise<void> {
  await prefer(page, ENGLISH);
  if (!isWide(page)) {
    const { username, password } = await newBuyer(request);
    const signIn = await callApi(request, 'POST', '/api/auth/login', { data: { username, password } });
    await signInAs(page, { signIn }, ENGLISH);
  }
  await page.goto(`${areaOf(page)}/purchase-account`);
}

/** The sandbox's family: five mailboxes that differ in country and age, one of them sold out. */

test('a family is one row, and its page chooses among its products by their attributes', async ({
  page,
  request,
}) => {
  await openList(page, request);
  const { items } = await callApi(request, 'GET', '/api/goods');
  const { family } = items.find((one: { family: object | null }) => one.family !== null);
  const members = items.filter((one: { family: { id: string } | null }) => one.family?.id === family.id);
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: family.name }) });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`Options: ${members.length}`);
  await row.getByRole('link', { name: 'Buy' }).click();

  await expect(page.getByRole('heading', { name: family.name, level: 1 })).toBeVisible();
  // It belongs to the list of products, in the menu of either area.
  await expect(page.locator('nav a[aria-current=page]')).toHaveAttribute('href', /purchase-account$/);
  // Nothing is chosen: the cheapest in stock.
  await expect(page.getByText('You get “Tidemail mailbox, Indonesia, new”')).toBeVisible();
  const countries = page.getByRole('group', { name: 'Country' });
  const ages = page.getByRole('group', { name: 'Age' });
  await countries.getByRole('button', { name: 'Germany' }).click();
  await expect(page.getByRole('heading', { name: 'Tidemail mailbox, Germany, new', level: 2 })).toBeVisible();
  const gone = ages.getByRole('button', { name: '1 year (Sold out)' });
  await expect(gone).toHaveAttribute('data-out');
  await gone.click();
  await expect(
    page.getByRole('heading', { name: 'Tidemail mailbox, Germany, 1 year', level: 2 }),
  ).toBeVisible();
  await expect(page).toHaveURL(/attributes=\d+\.\d+%2C\d+\.\d+/);

  // An address keeps the choice, and what no product has with it gives way.
  await page.reload();
  await expect(gone).toHaveAttribute('aria-pressed', 'true');
  await countries.getByRole('button', { name: 'Indonesia' }).click();
  await expect(ages.getByRole('button', { name: 'Any' })).toHaveAttribute('aria-pressed', 'true');
});

test('the list counts and filters by attributes, several at once', async ({ page, request }) => {
  await openList(page, request);
  await page.getByRole('button', { name: 'Filters' }).click();
  const countries = page.getByRole('group', { name: 'Country' });
  await expect(countries.getByRole('button', { name: 'Brazil 2' })).toBeVisible();
  await countries.getByRole('button', { name: 'Brazil' }).click();
  await countries.getByRole('button', { name: 'Indonesia' }).click();
  await expect(page.getByText('Options: 3')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Age' }).getByRole('button', { name: 'New 2' })).toBeVisible();
  await page.getByRole('group', { name: 'Age' }).getByRole('button', { name: '1 year' }).click();
  await expect(page.getByRole('heading', { name: 'Tidemail mailbox, Brazil, 1 year' })).toBeVisible();
  await expect(page).toHaveURL(/attributes=/);
});
