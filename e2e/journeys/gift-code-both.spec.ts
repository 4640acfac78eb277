import { expect, test } from '@playwright/test';
import { areaOf } from '../pages/buyer.ts';
import { newBuyer, openAs, signInOwner } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';

test('a buyer sees the bonus before paying, and redeems a gift code as it was pasted', async ({
  page,
  request,
}) => {
  const { token } = await signInOwner(request);
  const batch = { note: 'journey', value: '12.5', codes: 2 };
  const { id } = await callApi(request, 'POST', '/api/admin/redeem-batches', { token, data: batch });
  const { codes } = await callApi(request, 'POST', `/api/admin/redeem-batches/${id}/codes`, { token });
  const tiers = [{ from: '4321', amount: '7' }];
  const { bonus } = await callApi(request, 'POST', '/api/admin/bonuses', {
    token,
    data: { name: 'journey', tiers },
  });
  const buyer = await newBuyer(request);
  await openAs(page, buyer, `${areaOf(page)}/amount-recharge`);

  const offer = page.locator('section', { has: page.getByRole('heading', { name: 'Top-up bonus' }) });
  await expect(offer.getByRole('listitem').filter({ hasText: '4,321.00 USDT' })).toContainText('+7.00 USDT');

  const field = page.getByLabel('Code', { exact: true });
  const redeem = page.getByRole('button', { name: 'Redeem' });
  const [code, other] = codes as [string, string];
  await field.fill(code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')));
  await redeem.click();
  await expect(page.getByText('Check it for typing errors')).toBeVisible();
  await field.fill(`Your gift: ${code.toLowerCase().replaceAll('-', ' ')}!`);
  await redeem.click();
  await expect(page.getByText('12.50 USDT added to your balance')).toBeVisible();
  const { balance } = await callApi(request, 'GET', '/api/users/balance', { token: buyer.token });
  expect(balance).toBe('12.50');

  const thief = await newBuyer(request);
  await callApi(request, 'POST', '/api/redeem-codes', { token: thief.token, data: { code: other } });
  await field.fill(other);
  await redeem.click();
  await expect(page.getByText('This code has already been used')).toBeVisible();

  // Told live, and read once it was seen.
  const bell = page.getByRole('link', { name: 'Notices: 1 unread' });
  await bell.click();
  await expect(page.getByTestId('notice')).toContainText('Gift code redeemed: 12.50 USDT');
  await expect(bell).toBeHidden();
  await page.getByLabel('Gift code redeemed: E\u2011mail').uncheck();
  await page.reload();
  await expect(page.getByTestId('notice')).not.toHaveAttribute('data-unread');
  await expect(page.getByLabel('Gift code redeemed: E\u2011mail')).not.toBeChecked();
  await expect(page.getByLabel('Sign\u2011in from a new network: E\u2011mail')).toBeDisabled();

  // Other journeys top up too.
  const off = { name: 'journey', tiers, is_on: false };
  await callApi(request, 'PUT', `/api/admin/bonuses/${bonus.id}`, { token, data: off });
});
