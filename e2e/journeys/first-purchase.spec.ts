import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import {
  firstProduct,
  inviteAs,
  signUp,
  signUpToOrder,
  Taps,
  topUpAndReturn,
} from '../pages/first-purchase.ts';
import { newBuyer, signIn } from '../pages/people.ts';
import { affordableQuantity, ownAddressForOrder } from '../pages/product-journeys.ts';

test('an order outlives sign-up, reload and top-up on a desktop', async ({ page, request }) => {
  await inviteAs(request, 'North Pier');
  const product = await firstProduct(request);
  const hand = new Taps();
  await page.goto('/client/purchase-account');
  await page.getByRole('link', { name: product.name }).click();
  await expect(page).toHaveURL(`/product/${product.slug}`);
  const quantity = page.getByLabel('Quantity', { exact: true });
  await quantity.fill('40');
  // The drawn switch lies over the field itself.
  await page.getByRole('switch', { name: 'Specify gender' }).click({ force: true });
  await page
    .getByText(/^Female/)
    .last()
    .click();
  await page.getByLabel('E-mail for delivery').fill('else@example.test');
  await page.reload();
  await expect(quantity).toHaveValue('40');
  await page.getByRole('link', { name: 'Sign up and order' }).click();
  await expect(page.getByLabel('E-mail')).toHaveValue('else@example.test');
  await expect(page.getByRole('complementary', { name: 'Your order' })).toContainText('40');
  await signUp(page, hand, `buyer-${randomUUID().slice(0, 8)}`);

  await expect(page).toHaveURL(/\/product\/.*quantity=40&gender=female/);
  await expect(quantity).toHaveValue('40');
  await topUpAndReturn(page, hand);
  await expect(quantity).toHaveValue('40');
  await expect(page.getByLabel('E-mail for delivery')).toHaveValue('else@example.test');
  await expect(page.getByRole('radio', { name: /^Female/ })).toBeChecked();
  await page.getByRole('button', { name: 'Place order now' }).click();
  await expect(page.getByTestId('order-no')).toBeVisible();
  await expect(page.getByText('else@example.test')).toBeVisible();
  // Placed: nothing is waiting any more.
  await page.getByRole('button', { name: 'Done' }).click();
  await page.reload();
  await expect(quantity).toHaveValue('1');
});

test('the order form over the list keeps what was chosen through a sign-in', async ({ page, request }) => {
  const buyer = await newBuyer(request);
  const product = await firstProduct(request);
  await page.goto('/client/purchase-account');
  await page.getByRole('button', { name: `Buy ${product.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm order' });
  await dialog.getByLabel('Quantity', { exact: true }).fill('7');
  await dialog.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill(buyer.username);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('7');
  // Closed by hand, it is given up.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Buy ${product.name}` }).click();
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('1');
});

affordableQuantity();
ownAddressForOrder();

test('an order that waits for money can be discarded', async ({ page }) => {
  const hand = new Taps();
  await signUpToOrder(page, hand, 20);
  await page.getByRole('link', { name: /^Top up \d/ }).click();
  const note = page.getByRole('complementary', { name: 'Your order' });
  await expect(note).toContainText('20');
  await note.getByRole('button', { name: 'Discard this order' }).click();
  await expect(note).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Top up', exact: true })).toBeVisible();
  await expect(note).toBeHidden();
});

for (const size of [
  { width: 1440, height: 640 },
  { width: 860, height: 700 },
])
  test(`total and button stay in sight at ${size.width} by ${size.height}`, async ({ page, request }) => {
    const buyer = await newBuyer(request);
    const product = await firstProduct(request);
    await page.setViewportSize(size);
    await signIn(page, buyer);
    await page.goto(`/product/${product.slug}`);
    const [total, button] = [
      page.getByTestId('order-total'),
      page.getByRole('button', { name: 'Place order now' }),
    ];
    const isInSight = async () => {
      await expect(total).toBeInViewport({ ratio: 1 });
      await expect(button).toBeInViewport({ ratio: 1 });
    };
    await isInSight();
    await page.getByLabel('E-mail for delivery').scrollIntoViewIfNeeded();
    await isInSight();
    await page.evaluate('scrollTo(0, document.body.scrollHeight / 3)');
    await isInSight();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width);
  });
