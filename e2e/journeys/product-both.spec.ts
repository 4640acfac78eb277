import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { callApi } from '../wallets/payer.ts';
import { areaOf, ENGLISH, isWide, makeBuyer, prefer, signInAs } from '../pages/buyer.ts';
import {
  firstProduct,
  payOwnAddressAndReturn,
  signUpToOrder,
  Taps,
  topUpAndReturn,
} from '../pages/first-purchase.ts';
import { createProduct } from '../pages/new-product.ts';
import { newBuyer, openAs } from '../pages/people.ts';

/** Records what pages pass to the system's share sheet, which a headless browser lacks. */
const KEEP_SHARED = `
  globalThis.shared = [];
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: (what) => { shared.push(what); return Promise.resolve(); },
  });`;

const newLine = (): string => `${randomUUID()}@example.test----secret`;

test('a balance buys as many as it pays for, and never more than there are', async ({ page }) => {
  const hand = new Taps();
  const { price } = await signUpToOrder(page, hand, 20);
  // What was missing for twenty, or the least that is taken on the network.
  await topUpAndReturn(page, hand);
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('portside')!).state.token);
  const { balance } = await callApi(page.request, 'GET', '/api/users/balance', { token });
  const most = Math.floor(Number(balance) / Number(price) + 1e-9);
  expect(most).toBeGreaterThanOrEqual(20);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await quantity.fill('1');
  await page.getByRole('button', { name: `Max. for your balance: ${most}` }).click();
  await expect(quantity).toHaveValue(String(most));
  await expect(page.getByRole('button', { name: 'Place order now' })).toBeEnabled();
  const slider = page.getByRole('slider', { name: 'Choose the quantity' });
  await slider.fill((await slider.getAttribute('max'))!);
  await expect(
    page.getByText(new RegExp(`1 to ${Number(await quantity.inputValue()).toLocaleString('en')} per`)),
  ).toBeVisible();
  await page.getByText('Warranty terms (24 h)').click();
  await expect(page.getByText('can’t be signed in to', { exact: false })).toBeVisible();
  await expect(page.getByText('answers within 24 h', { exact: false })).toBeVisible();
});

test('a product’s page shows the form of an account and what each tier saves, and is shared by its own address', async ({
  page,
  request,
  baseURL,
}) => {
  const { id, importLines } = await createProduct(request, {
    names: { en: 'Plain mailbox' },
    price: '2',
    price_tiers: [{ min_quantity: 10, price: '1.5' }],
    columns: ['account', 'password'],
  });
  // Enough for the next tier.
  await importLines(Array.from({ length: 10 }, newLine));
  const { slug } = await callApi(request, 'GET', `/api/goods/${id}`);
  await page.addInitScript({ content: KEEP_SHARED });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await prefer(page, ENGLISH);
  await page.goto(`/product/${id}?quantity=3`);
  await expect(page.getByRole('heading', { name: 'Plain mailbox', level: 1 })).toBeVisible();
  const sample = page.locator('figure', { hasText: 'Each account is one line in this form:' });
  await expect(sample.locator('code')).toHaveText('account----password');
  const prices = page.getByRole('table');
  await expect(prices.getByRole('columnheader')).toHaveText(['Quantity', 'Unit price', 'You save']);
  await expect(prices.getByRole('row').nth(1)).toContainText('–');
  await expect(prices.getByRole('row').nth(2)).toContainText('−25%');
  // What the next tier saves, until it is reached.
  await expect(page.getByText('Add 7 more to pay 1.50 each and save 5.00 USDT')).toBeVisible();
  await page.getByLabel('Quantity', { exact: true }).fill('10');
  await expect(page.getByText('Best price reached')).toBeVisible();

  const url = new URL(`/product/${slug}`, baseURL).href;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  expect(await page.evaluate('shared')).toEqual([{ title: 'Plain mailbox', url }]);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(url);
});

test('a product’s page says what there is, sold and comes with it; steps of 10 and 100 end at the stock', async ({
  page,
  request,
}) => {
  const { id, importLines } = await createProduct(request, {
    names: { en: 'Counted mailbox' },
    price: '1',
    descriptions: { en: 'Recovery address included.' },
    instructions: { en: '<p>Wait <strong>five minutes</strong>.</p>' },
  });
  await importLines(Array.from({ length: 40 }, newLine));
  const buyer = await makeBuyer(request);
  const { token } = buyer.signIn;
  const data = { goods_id: id, quantity: 3 };
  const { order_no: orderNo } = await callApi(request, 'POST', '/api/orders', { token, data });
  await signInAs(page, buyer, ENGLISH);
  await page.goto(`${areaOf(page)}/purchase-record?order=${orderNo}`);
  await expect(page.getByRole('dialog').getByText('Recovery address included.')).toBeVisible();
  await page.goto(`/product/${id}`);
  const main = page.getByRole('main');
  await expect(main.getByText('Recovery address included.').filter({ visible: true })).toBeVisible();
  await expect(main.getByText('Only 37 left')).toBeVisible();
  await expect(main.getByText('3 sold', { exact: true })).toBeVisible();
  await expect(main.getByText('Instructions for using the accounts appear with them')).toBeVisible();
  await expect(main.getByText('The same file is sent to the e-mail address in your order.')).toBeVisible();

  const quantity = page.getByLabel('Quantity', { exact: true });
  await page.getByRole('button', { name: '+10', exact: true }).click();
  await expect(quantity).toHaveValue('11');
  await page.getByRole('button', { name: '+100', exact: true }).click();
  await expect(quantity).toHaveValue('37');
  await expect(page.getByText('1 to 37 per order')).toBeVisible();
  await expect(page.getByTestId('order-total')).toContainText('37.00');
  await quantity.fill('2');
  await page.getByRole('button', { name: 'Place order now' }).click();
  await expect(page.getByRole('heading', { name: '2 accounts are yours' })).toBeVisible();
  await expect(page.getByText('five minutes')).toBeVisible();
});

test('total and button stay in sight in the form over the list', async ({ page, request }) => {
  const buyer = await newBuyer(request);
  const product = await firstProduct(request);
  await openAs(page, buyer, `${areaOf(page)}/purchase-account?goods=${product.id}`);
  const form = page.getByRole('dialog', { name: 'Confirm order' });
  const total = form.getByTestId('order-total');
  // On a phone the single button is the next step.
  const topUp = form.getByRole('link', { name: /^Top up \d/ });
  const button = isWide(page) ? form.getByRole('button', { name: 'Place order now' }) : topUp;
  const isInSight = async () => {
    await expect(total).toBeInViewport({ ratio: 1 });
    await expect(button).toBeInViewport({ ratio: 1 });
  };
  await isInSight();
  for (const label of ['E-mail for delivery', 'Quantity']) {
    await form.getByLabel(label, { exact: true }).scrollIntoViewIfNeeded();
    await isInSight();
  }
});

test('the order form over the list says that a product has no warranty', async ({ page, request }) => {
  const { id, importLines } = await createProduct(request, {
    names: { en: 'Bare mailbox' },
    price: '1',
    warranty_hours: 0,
  });
  await importLines([newLine()]);
  await signInAs(page, await makeBuyer(request), ENGLISH);
  await page.goto(`${areaOf(page)}/purchase-account?goods=${id}`);
  const form = page.getByRole('dialog', { name: 'Confirm order' });
  await expect(form.getByText('No warranty: check the accounts as soon as you receive them.')).toBeVisible();
  await expect(form.getByText(/^Warranty terms/)).toBeHidden();
});

test('a product that was sold out and is imported again is on the home page as back in stock', async ({
  page,
  request,
}) => {
  const name = `Rare mailbox ${randomUUID().slice(0, 6)}`;
  const { id, importLines } = await createProduct(request, { names: { en: name }, price: '1' });
  const buyer = await makeBuyer(request);
  const { token } = buyer.signIn;
  await importLines([newLine()]);
  // The stock job takes seconds to see a change, and only what it has seen counts.
  await expect(async () => {
    await page.waitForTimeout(3_000);
    await callApi(request, 'POST', '/api/orders', { token, data: { goods_id: id, quantity: 1 } });
    await page.waitForTimeout(3_000);
    await importLines([newLine()]);
    const returnedAt = async () => (await callApi(request, 'GET', `/api/goods/${id}`)).returned_at;
    await expect.poll(returnedAt, { timeout: 10_000 }).not.toBeNull();
  }).toPass({ timeout: 100_000 });
  await signInAs(page, buyer, ENGLISH);
  await page.goto(isWide(page) ? '/client/main' : '/mobile/index');
  const back = page.getByRole('list', { name: 'Back in stock' });
  await back.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`/product/${id}`));
});

test('what was just bought stays in sight when the window becomes a phone’s, or no longer is one', async ({
  page,
  request,
}) => {
  const { id, importLines } = await createProduct(request, { names: { en: 'Turned mailbox' }, price: '1' });
  await importLines([newLine()]);
  await signInAs(page, await makeBuyer(request), ENGLISH);
  await page.goto(`/product/${id}`);
  await page.getByRole('button', { name: 'Place order now' }).click();
  const number = await page.getByTestId('order-no').textContent();
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: isWide(page) ? 700 : 844, height });
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expect(page.getByTestId('order-no')).toHaveText(number!);
  await page.setViewportSize({ width, height });
  await expect(page.getByTestId('order-no')).toHaveText(number!);
});

test('an order waits while its buyer pays to their own address, and is one tap away once that is credited', async ({
  page,
}) => {
  const hand = new Taps();
  await signUpToOrder(page, hand, 31);
  await payOwnAddressAndReturn(page, hand);
  await expect(page).toHaveURL(/\/product\/.*quantity=31/);
  await expect(page.getByLabel('Quantity', { exact: true })).toHaveValue('31');
  await page.getByRole('button', { name: 'Place order now' }).click();
  await expect(page.getByTestId('order-no')).toBeVisible();
});
