import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { watchLayout } from '../pages/announcement-journeys.ts';
import { areaOf } from '../pages/buyer.ts';
import { settled } from '../pages/every-screen.ts';
import { createProduct } from '../pages/new-product.ts';
import { actAs, newBuyer, signInOwner, type Person } from '../pages/people.ts';
import { callApi, payTopUp } from '../wallets/payer.ts';

/** A product with a few accounts, and its name, which no other journey knows. */
async function sell(request: APIRequestContext, price: string): Promise<{ id: string; name: string }> {
  const name = `Mailbox ${randomUUID().slice(0, 8)}`;
  const { id, importLines } = await createProduct(request, { names: { en: name }, price });
  await importLines(Array.from({ length: 8 }, () => `${randomUUID()}@example.test----secret`));
  return { id, name };
}

/** A buyer with a balance, signed in on the page. */
async function enter(page: Page, request: APIRequestContext, balance: string): Promise<Person> {
  const buyer = await newBuyer(request);
  await payTopUp(request, buyer.token, balance);
  await actAs(page, buyer);
  return buyer;
}

const formOf = (page: Page) => page.getByRole('region', { name: 'Confirm order' });
const totalOf = (page: Page) => page.getByTestId('order-total');
const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place order now' }).click();

/** What the buyer paid for their last order, and what its price rested on. */
async function lastOrder(request: APIRequestContext, { token }: Person) {
  const { items } = await callApi(request, 'GET', '/api/orders', { token });
  return { total: Number(items[0].total_amount), source: items[0].price_source };
}

const endsIn = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

test('a level is reached by orders, and is said wherever it makes something cheaper', async ({
  page,
  request,
}) => {
  const { token } = await signInOwner(request);
  const product = await sell(request, '100');
  // Without a discount: it is for the product of this journey only, whatever other buyers order meanwhile.
  const level = {
    names: { en: 'Harbour Gold' },
    colour: '#c9a227',
    turnover: '400',
    turnover_days: 30,
    sort: 9,
  };
  const { items } = await callApi(request, 'GET', '/api/admin/levels', { token });
  const known = items.find((one: { names: { en?: string } }) => one.names.en === level.names.en);
  const { id } = known ?? (await callApi(request, 'POST', '/api/admin/levels', { token, data: level }));
  await callApi(request, 'POST', '/api/admin/price-lists', {
    token,
    data: { name: 'journey', kind: 'level', level_id: id, prices: [{ goods_id: product.id, price: '80' }] },
  });
  const buyer = await enter(page, request, '500');
  await callApi(request, 'POST', '/api/support/messages', { token: buyer.token, data: { text: 'Hello' } });
  const moved = await watchLayout(page);
  for (const name of ['notices', 'customer-service', 'personal-information']) {
    await page.goto(`${areaOf(page)}/${name}`);
    await settled(page);
    expect(await moved(), `${name} stands still while it loads`).toBeLessThan(0.05);
  }
  // At its beginning the bar has no width.
  await expect(page.getByRole('progressbar', { name: 'Progress to the next level' })).toBeAttached();
  await expect(page.getByText('0.00 / 400.00 USDT')).toBeVisible();

  await page.goto(`/product/${product.id}?quantity=4`);
  await expect(totalOf(page)).toContainText('400.00');
  await placeOrder(page);
  await expect(page.getByTestId('order-no')).toBeVisible();
  await expect
    .poll(
      async () => (await callApi(request, 'GET', '/api/prices/level', { token: buyer.token })).level?.name,
      {
        timeout: 30_000,
      },
    )
    .toBe('Harbour Gold');

  await page.goto(`/product/${product.id}?quantity=1`);
  await expect(formOf(page)).toContainText('Harbour Gold');
  await expect(formOf(page).locator('s')).toContainText('100.00');
  await placeOrder(page);
  await expect(page.getByTestId('order-no')).toBeVisible();
  expect(await lastOrder(request, buyer)).toEqual({ total: 80, source: 'level' });
});

test('an own price is shown to its buyer alone, in the list too, and is what they pay', async ({
  page,
  request,
}) => {
  const { token } = await signInOwner(request);
  const product = await sell(request, '4');
  const buyer = await enter(page, request, '20');
  await callApi(request, 'POST', '/api/admin/price-lists', {
    token,
    data: {
      name: 'journey',
      kind: 'buyer',
      username: buyer.username,
      ends_at: endsIn(30 * 86_400),
      prices: [{ goods_id: product.id, price: '3.2' }],
    },
  });
  await page.goto(`${areaOf(page)}/purchase-account?q=${encodeURIComponent(product.name)}`);
  const row = page.getByRole('listitem').filter({ hasText: product.name });
  await expect(row).toContainText('3.20');
  await expect(row.locator('s')).toContainText('4.00');
  await expect(row).toContainText('Your price');
  // An order at the list price would be refused: the button waits for the buyer's own.
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/prices/mine*', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/product/${product.id}`);
  const order = page.getByRole('button', { name: 'Place order now' });
  await expect(totalOf(page)).toContainText('4.00');
  await expect(order).toBeDisabled();
  answer();
  await expect(totalOf(page)).toContainText('3.20');
  await expect(order).toBeEnabled();
  await expect(formOf(page)).toContainText(/Your price\s*until/);
  if (areaOf(page) === '/client') {
    // What stays in a low window covers the rest of the form, and not the price that is struck through.
    await page.setViewportSize({ width: 1440, height: 560 });
    const isSeen = () =>
      formOf(page)
        .locator('s')
        .evaluate((struck) => {
          const { x, y, width, height } = struck.getBoundingClientRect();
          return struck.contains(struck.ownerDocument.elementFromPoint(x + width / 2, y + height / 2));
        });
    await expect.poll(isSeen).toBe(true);
  }
  await placeOrder(page);
  await expect(page.getByTestId('order-no')).toBeVisible();
  expect(await lastOrder(request, buyer)).toEqual({ total: 3.2, source: 'own' });
  const another = await newBuyer(request);
  const { offers } = await callApi(request, 'GET', '/api/prices/mine', { token: another.token });
  expect(offers.filter((one: { goods_id: string }) => one.goods_id === product.id)).toEqual([]);
});

test('a promotion that ends while the form is open is counted down; one that is stopped is asked about', async ({
  page,
  request,
}) => {
  const { token } = await signInOwner(request);
  const product = await sell(request, '2');
  const promote = async (seconds: number): Promise<{ id: string; written: object }> => {
    const written = {
      name: 'Harbour days',
      kind: 'promotion',
      ends_at: endsIn(seconds),
      prices: [{ goods_id: product.id, price: '1.5' }],
    };
    const { list } = await callApi(request, 'POST', '/api/admin/price-lists', { token, data: written });
    return { id: list.id, written };
  };
  const buyer = await enter(page, request, '20');
  await promote(20);
  await page.goto(`/product/${product.id}?quantity=2`);
  await expect(formOf(page)).toContainText(/Harbour days\s*ends in 00:\d\d/);
  await expect(totalOf(page)).toContainText('3.00');
  await expect(totalOf(page)).toContainText('4.00', { timeout: 30_000 });
  await expect(formOf(page)).not.toContainText('Harbour days');

  const { id, written } = await promote(3_600);
  await page.reload();
  await expect(totalOf(page)).toContainText('3.00');
  await callApi(request, 'PUT', `/api/admin/price-lists/${id}`, {
    token,
    data: { ...written, is_on: false },
  });
  await placeOrder(page);
  await expect(page.getByText('The price has changed')).toBeVisible();
  const { items: none } = await callApi(request, 'GET', '/api/orders', { token: buyer.token });
  expect(none).toEqual([]);
  await expect(totalOf(page)).toContainText('4.00');
  await placeOrder(page);
  await expect(page.getByTestId('order-no')).toBeVisible();
  expect(await lastOrder(request, buyer)).toEqual({ total: 4, source: 'list' });
});

test('a coupon takes its part off once, and says why it cannot be used', async ({ page, request }) => {
  const { token } = await signInOwner(request);
  const product = await sell(request, '5');
  const code = `J${randomUUID().slice(0, 8).toUpperCase()}`;
  await callApi(request, 'POST', '/api/admin/coupons', {
    token,
    data: { code, kind: 'percent', percent: '10', per_buyer: 1, goods_ids: [product.id] },
  });
  const buyer = await enter(page, request, '20');
  await page.goto(`/product/${product.id}?quantity=2`);
  await formOf(page).getByRole('button', { name: 'Enter a coupon' }).click();
  await page.getByLabel('Coupon code').fill('NOT-A-CODE');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Coupon code')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Coupon code').fill(` ${code.toLowerCase()}`);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(formOf(page)).toContainText(`Coupon ${code}`, { ignoreCase: true });
  await expect(totalOf(page)).toContainText('9.00');
  await placeOrder(page);
  await expect(page.getByTestId('order-no')).toBeVisible();
  expect(await lastOrder(request, buyer)).toEqual({ total: 9, source: 'list' });

  await page.goto(`/product/${product.id}?quantity=2`);
  await formOf(page).getByRole('button', { name: 'Enter a coupon' }).click();
  await page.getByLabel('Coupon code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Coupon code')).toHaveAttribute('aria-invalid', 'true');
  await expect(totalOf(page)).toContainText('10.00');
});
