import { expect, test } from '@playwright/test';
import { firstProduct, signUpToOrder, Taps } from '../pages/first-purchase.ts';
import { newBuyer, signIn } from '../pages/people.ts';
import { formOverList, orderThroughSignUp, signUpFromHeader } from '../pages/return-journeys.ts';

orderThroughSignUp();
signUpFromHeader();
formOverList();
test('signing in from the header over the list comes back to the same list', async ({ page, request }) => {
  const buyer = await newBuyer(request);
  await page.goto('/client/purchase-account?q=mailbox&sort=-price');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Username').fill(buyer.username);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/client/purchase-account?q=mailbox&sort=-price');
});

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
