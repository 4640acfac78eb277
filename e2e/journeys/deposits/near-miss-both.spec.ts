import { expect, test } from '@playwright/test';
import { areaOf } from '../../pages/buyer.ts';
import { newBuyer, openAs } from '../../pages/people.ts';
import { chooseNetwork } from '../../pages/shop.ts';
import { callApi } from '../../wallets/payer.ts';

/** A payment that nearly answers its top-up, and a hash that is named for it, on desktops and phones. */

test('a payment of another amount is asked about, its claim opens filled in, and is signed', async ({
  page,
  request,
}) => {
  const buyer = await newBuyer(request);
  await openAs(page, buyer, `${areaOf(page)}/amount-recharge`);
  await chooseNetwork(page, /Polygon/);
  await page.getByRole('button', { name: '50 USDT', exact: true }).click();
  await page.getByRole('button', { name: 'Continue to payment', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Pay this top-up' })).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();

  await page.getByRole('button', { name: '1 less', exact: true }).click();
  await page.getByRole('button', { name: 'Send test USDT' }).click();
  const question = page.getByTestId('near-miss');
  await expect(question).toContainText('Is this your payment?', { timeout: 100_000 });
  await expect(question).toContainText(/^.*49\.\d{6} USDT arrived/);

  await question.getByRole('button', { name: 'Claim this payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment missing?' });
  await expect(dialog.getByLabel('Network of the payment')).toHaveValue('POLYGON');
  const hash = await dialog.getByLabel('Transaction hash').inputValue();
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  // All networks are to be chosen at every width of the area.
  const { width: usual } = page.viewportSize()!;
  for (const width of [areaOf(page) === '/mobile' ? 320 : 800, usual]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(dialog.getByLabel('Network of the payment').getByRole('option')).toHaveCount(5);
    await expect(dialog.getByRole('button', { name: 'Continue' })).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'I’ve paid' }).click();
  await page.getByRole('textbox', { name: 'Transaction hash' }).fill(`https://explorer.example/tx/${hash}`);
  await page.getByRole('button', { name: 'Check now' }).click();
  const line = page.getByTestId('submitted-payment');
  await expect(line).toContainText('reached the shop’s wallet');
  // The field that had the focus is gone.
  await expect(page.getByRole('button', { name: 'I’ve paid' })).toBeFocused();

  // The wallet that sent it signs, whose key nobody has.
  await line.getByRole('button', { name: 'Claim this payment' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Sign with the sandbox wallet' }).click();
  await expect(dialog).toBeHidden();
  const balance = async () =>
    Number((await callApi(request, 'GET', '/api/users/balance', { token: buyer.token })).balance);
  await expect.poll(balance, { timeout: 100_000 }).toBe(49);
  // The top-up does not go on waiting: it says what arrived, and leads to the products.
  await expect(page.getByRole('heading', { name: 'Top-up successful' })).toBeVisible();
  await expect(page.getByText(/49\.\d{6} USDT arrived instead of 50\.\d{6} USDT/)).toBeVisible();
  await page.getByRole('link', { name: 'Buy accounts' }).last().click();
  await expect(page).toHaveURL(/purchase-account/);
});

test('a top-up begins with the chosen network, and says which take any amount', async ({ page, request }) => {
  await openAs(page, await newBuyer(request), `${areaOf(page)}/amount-recharge`);
  const exact = await chooseNetwork(page, /Polygon/);
  await expect(page.locator('label').filter({ has: exact })).toContainText('Exact amount');
  const any = await chooseNetwork(page, /Smart Chain/);
  await expect(page.locator('label').filter({ has: any })).toContainText('Any amount');
});
