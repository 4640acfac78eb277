import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { callApi } from '../wallets/payer.ts';
import { areaOf } from '../pages/buyer.ts';
import { createProduct } from '../pages/new-product.ts';
import { newBuyer, openAs, signInOwner, type Person } from '../pages/people.ts';

/** A product of 2 USDT with so many in stock. */
async function productOf(request: APIRequestContext, name: string, count: number): Promise<string> {
  const { id, importLines } = await createProduct(request, {
    names: { en: name },
    price: '2',
    columns: ['account', 'password'],
  });
  await importLines(Array.from({ length: count }, () => `${randomUUID()}@example.test----secret`));
  return id;
}

/** A buyer with that balance, from a gift code; one admin may give so much a day only. */
async function buyerWith(request: APIRequestContext, value: string): Promise<Person> {
  const [buyer, { token }] = [await newBuyer(request), await signInOwner(request)];
  const batch = { note: 'a cart', value, codes: 1 };
  const { id } = await callApi(request, 'POST', '/api/admin/redeem-batches', { token, data: batch });
  const { codes } = await callApi(request, 'POST', `/api/admin/redeem-batches/${id}/codes`, { token });
  await callApi(request, 'POST', '/api/redeem-codes', { token: buyer.token, data: { code: codes[0] } });
  return buyer;
}

/** A coupon of ten percent for these products. */
async function couponFor(request: APIRequestContext, goods: readonly string[]): Promise<string> {
  const { token } = await signInOwner(request);
  const code = `CART${randomUUID().slice(0, 8).toUpperCase()}`;
  const data = { code, kind: 'percent', percent: '10', goods_ids: goods };
  await callApi(request, 'POST', '/api/admin/coupons', { token, data });
  return code;
}

const rowOf = (page: Page, name: string): Locator =>
  page.getByTestId('cart-line').filter({ has: page.getByRole('link', { name }) });

async function addToCart(page: Page, id: string, quantity: number): Promise<void> {
  await page.goto(`/product/${id}?quantity=${quantity}`);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('link', { name: `In your cart: ${quantity}` })).toBeVisible();
}

test('a cart of three is chosen by a visitor, and bought at once after signing in', async ({
  page,
  request,
}) => {
  const first = await productOf(request, 'Cart mailbox', 5);
  const second = await productOf(request, 'Cart profile', 5);
  const scarce = await productOf(request, 'Cart rarity', 3);
  const buyer = await buyerWith(request, '12');
  await addToCart(page, first, 1);
  await addToCart(page, second, 2);
  await addToCart(page, scarce, 3);
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 3 products' }).click();
  await expect(page).toHaveURL(`${areaOf(page)}/cart`);
  await expect(page.getByTestId('cart-total')).toContainText('12.00');

  // Somebody else buys some of it in the meantime.
  const other = await buyerWith(request, '2');
  const data = { goods_id: scarce, quantity: 1 };
  await callApi(request, 'POST', '/api/orders', { token: other.token, data });
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Username').fill(buyer.username);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${areaOf(page)}/cart`);

  const submit = page.getByRole('button', { name: 'Place 3 orders now' });
  await expect(rowOf(page, 'Cart rarity')).toContainText('Only 2 available');
  await expect(submit).toBeDisabled();
  await rowOf(page, 'Cart rarity').getByRole('button', { name: 'Take 2' }).click();
  await rowOf(page, 'Cart mailbox').getByRole('button', { name: 'Increase quantity' }).click();
  await expect(page.getByTestId('cart-total')).toContainText('12.00');

  // One coupon for all of them, for those that it fits.
  await page.getByRole('button', { name: 'Enter a coupon' }).click();
  const field = page.getByLabel('Coupon code');
  await field.fill('NO-SUCH-COUPON');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('There is no such coupon')).toBeVisible();
  await field.fill(`use ${await couponFor(request, [first, second])} today`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rowOf(page, 'Cart mailbox')).toContainText('−0.40');
  await expect(rowOf(page, 'Cart rarity')).toContainText('This coupon is not for this product');
  await expect(page.getByTestId('cart-total')).toContainText('11.20');
  await submit.click();

  await expect(page.getByRole('heading', { name: '3 orders placed' })).toBeVisible();
  const placed = page.getByTestId('placed-order');
  await expect(placed).toHaveCount(3);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
  const { balance } = await callApi(request, 'GET', '/api/users/balance', { token: buyer.token });
  expect(balance).toBe('0.80');
  const number = await placed.first().getByTestId('order-no').innerText();
  await placed.first().getByRole('link', { name: 'Cart mailbox' }).click();
  await expect(page.getByRole('dialog')).toContainText(number);
});

test('a purchase whose answer was lost is the same one after a reload', async ({ page, request }) => {
  const goods = [await productOf(request, 'Lost mailbox', 3), await productOf(request, 'Lost profile', 3)];
  const buyer = await buyerWith(request, '4');
  const { token } = buyer;
  const lines = goods.map((goods_id) => ({ goods_id, quantity: 1, unit_price: '2' }));
  await callApi(request, 'PUT', '/api/cart/lines', { token, data: { lines } });
  await openAs(page, buyer, `${areaOf(page)}/cart`);
  await page.route(
    '**/api/orders/batch',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Place 2 orders now' }).click();
  await expect(page.getByText('We couldn’t confirm your order')).toBeVisible();
  await page.reload();
  await expect(page.getByTestId('cart-line')).toHaveCount(2);
  await page.getByRole('button', { name: 'Send the same order again' }).click();
  await expect(page.getByRole('heading', { name: '2 orders placed' })).toBeVisible();
  const { items } = await callApi(request, 'GET', '/api/orders', { token });
  expect(items).toHaveLength(2);
});
