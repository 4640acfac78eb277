import { expect, test } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newBuyer, openAs, signInColleague, signInOwner } from '../pages/people.ts';
import { callApi, payTopUp } from '../wallets/payer.ts';
import { TestWallet } from '../wallets/test-wallet.ts';

const setPayback = async (request: Parameters<typeof signInOwner>[0], data: object) => {
  const { token } = await signInOwner(request);
  const { proposals = [] } = await callApi(request, 'PUT', '/api/settings', { token, data });
  // A shorter wait takes a second person.
  const colleague = await signInColleague(request);
  for (const { id } of proposals)
    await callApi(request, 'POST', `/api/proposals/${id}/approve`, { token: colleague.token, data: {} });
};

test.beforeAll(({ request }) => setPayback(request, { balance_payouts: true, balance_payout_wait_hours: 0 }));
test.afterAll(({ request }) => setPayback(request, {}));

test('a buyer confirms a wallet and gets a top-up back', async ({ page, browser, request }) => {
  const buyer = await newBuyer(request);
  await payTopUp(request, buyer.token, '60');
  const account = privateKeyToAccount(generatePrivateKey());
  await openAs(page, buyer, '/mobile/amount-recharge');
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Get top‑ups back' }) });
  await expect(panel).toContainText('60.00');
  await panel.getByRole('button', { name: 'Ask for a payback' }).click();
  await panel.getByRole('button', { name: 'Confirm another wallet' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Network').selectOption('ETH');
  await sheet.getByLabel('Your address').fill(account.address);
  await sheet.getByLabel('Current password').fill(buyer.password);
  await sheet.getByRole('button', { name: 'Next' }).click();
  const text = await sheet.locator('pre').innerText();
  expect(text).toContain(buyer.username);
  await sheet.getByLabel('Signature').fill(await account.signMessage({ message: text }));
  await sheet.getByRole('button', { name: 'Confirm wallet' }).click();
  await expect(sheet).toHaveCount(0);

  await expect(panel.getByLabel('To this wallet')).toHaveValue(`ETH ${account.address}`);
  await panel.getByLabel('Amount').fill('60.5');
  await panel.getByLabel('Current password').fill(buyer.password);
  await panel.getByRole('button', { name: 'Request payback' }).click();
  await expect(panel.getByText('More than can go to this wallet')).toBeVisible();
  await panel.getByLabel('Amount').fill('45');
  await panel.getByRole('button', { name: 'Request payback' }).click();
  await expect(panel.getByText('Waiting for approval')).toBeVisible();
  await expect(panel).toContainText('15.00');

  const office = await (await browser.newContext()).newPage();
  const wallet = await TestWallet.install(office, 'ETH');
  await openAs(office, await signInOwner(request), '/admin/agent');
  const row = office.getByRole('row').filter({ hasText: account.address });
  await expect(row).toContainText('Top‑ups back');
  await row.getByRole('button', { name: 'Open' }).click();
  const payout = office.getByRole('dialog');
  await payout.getByRole('button', { name: 'Approve', exact: true }).click();
  await payout.getByRole('button', { name: 'Connect Harbour Wallet' }).click();
  await payout.getByRole('button', { name: /^Pay 45/ }).click();
  await expect(payout.getByText('Sent', { exact: true })).toBeVisible({ timeout: 100_000 });
  const state = async () =>
    (await callApi(request, 'GET', '/api/payouts/balance/own', { token: buyer.token })).requests[0].state;
  await expect.poll(state, { timeout: 100_000 }).toBe('paid');
  wallet.expectSigned('transfer');

  await page.reload();
  await expect(panel.getByText('Paid', { exact: true })).toBeVisible({ timeout: 100_000 });
  await expect(panel.locator('code', { hasText: /^0x[0-9a-f]{64}$/ })).toBeVisible();
  expect((await callApi(request, 'GET', '/api/auth/me', { token: buyer.token })).user.balance).toBe('15.00');
});
