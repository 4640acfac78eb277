import { expect, test, type Page } from '@playwright/test';
import { firstProduct } from '../pages/first-purchase.ts';
import { newBuyer } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';

/** Visitors on phones look at the shop before they sign in, wherever they came from. */

const rowsOf = (page: Page) => page.getByRole('list', { name: 'Available products' }).getByRole('listitem');

/** On the sign-in page, with that list as the destination. */
const atWindow = (page: Page, list: RegExp | string) =>
  expect
    .poll(() => {
      const { pathname, searchParams } = new URL(page.url());
      return pathname === '/login' ? searchParams.get('redirect') : pathname;
    })
    .toEqual(typeof list === 'string' ? list : expect.stringMatching(list));

test('a link to a category shows it; search, typing errors and order work; signing in keeps the list', async ({
  page,
  request,
}) => {
  const { category } = await callApi(request, 'GET', `/api/goods/${(await firstProduct(request)).id}`);
  const { items } = await callApi(request, 'GET', `/api/goods?category=${category.id}`);
  // A family is one row.
  const listed = new Set(
    items.map(({ id, family }: { id: string; family: { id: string } | null }) =>
      family ? `family ${family.id}` : id,
    ),
  );
  await page.goto(`/client/purchase-account?category=${category.id}`);
  await atWindow(page, `/mobile/purchase-account?category=${category.id}`);
  await expect(page).toHaveTitle('Wholesale accounts, delivered instantly · Portside');
  const chosen = page.getByRole('button', { name: category.name, pressed: true });
  await expect(chosen).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(Math.min(listed.size, 8));
  await expect(page.getByText('Demo: buyers, orders and test money')).toBeVisible();

  const categories = page.getByRole('group', { name: 'Account type' });
  await categories.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByPlaceholder('Search products').fill('mialbox');
  await atWindow(page, '/mobile/purchase-account?q=mialbox');
  await expect(rowsOf(page).first()).toContainText(/mailbox/i);
  await page.getByLabel('Sort by').selectOption('Price: high to low');
  await atWindow(page, '/mobile/purchase-account?q=mialbox&sort=-price');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

  const buyer = await newBuyer(request);
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await expect(page).toHaveTitle('Sign in · Portside');
  await page.getByLabel('Username').fill(buyer.username);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/mobile/purchase-account?q=mialbox&sort=-price');
  await expect(page.getByPlaceholder('Search products')).toHaveValue('mialbox');
  await expect(page.getByLabel('Sort by')).toHaveValue('-price');
});

test('every way on from a shared product leads to products', async ({ page, request }) => {
  const product = await firstProduct(request);
  const { category } = await callApi(request, 'GET', `/api/goods/${product.id}`);
  const open = async () => {
    await page.goto(`/product/${product.slug}`);
    await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible();
  };
  await open();
  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: category.name })
    .click();
  await expect(page).toHaveURL(new RegExp(`/category/${category.id}`));
  await expect(page.getByRole('heading', { name: category.name, level: 1 })).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();

  await open();
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Buy' }).click();
  await atWindow(page, '/mobile/purchase-account');
  await expect(rowsOf(page).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible();

  await page.goto('/product/999999999');
  await page.getByRole('link', { name: 'See other products' }).click();
  await expect(rowsOf(page).first()).toBeVisible();

  await page.goto('/nowhere');
  await page.getByRole('searchbox', { name: 'Search products' }).fill(product.name);
  await page.keyboard.press('Enter');
  await atWindow(page, /^\/mobile\/purchase-account\?q=/);
  await expect(rowsOf(page).first()).toContainText(product.name);

  // Ordering requires signing in, and leads back to the product.
  await rowsOf(page)
    .first()
    .getByRole('button', { name: `Buy ${product.name}` })
    .click();
  await atWindow(page, `/product/${product.slug}`);
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText(product.name);
});

test('a page that is not a list still asks to sign in first', async ({ page }) => {
  await page.goto('/mobile/purchase-record');
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
});
