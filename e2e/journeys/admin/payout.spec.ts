import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts';
import { createProduct } from '../../pages/new-product.ts';
import { mailsTo, newBuyer, openAs, signInColleague, signInOwner } from '../../pages/people.ts';
import { callApi, payTopUp } from '../../wallets/payer.ts';
import { TestWallet } from '../../wallets/test-wallet.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** An agent with 150 USDT of free commission. */
async function buildEarningAgent(request: APIRequestContext) {
  const owner = await signInOwner(request);
  const agent = await newBuyer(request);
  const made = await callApi(request, 'POST', '/api/agents', {
    data: { username: agent.username, platform_name: 'Lighthouse Payouts', commission_percent: '50' },
    token: owner.token,
  });
  const buyer = `${agent.username}-b`;
  const { token } = await callApi(request, 'POST', '/api/auth/register', {
    data: {
      username: buyer,
      email: `${buyer}@example.test`,
      password: 'harbour-9',
      agree: true,
      invitation_code: made.promotion_code,
    },
  });
  await payTopUp(request, token, '300');
  // Without a warranty, its commission is free at once.
  const product = await createProduct(request, {
    names: { en: `Berth ${randomUUID().slice(0, 6)}` },
    price: '300',
    warranty_hours: 0,
    columns: ['account', 'password'],
  });
  await product.importLines([`berth-${randomUUID()}----secret`]);
  const order = { goods_id: product.id, quantity: 1 };
  await callApi(request, 'POST', '/api/orders', { data: order, token });
  return { owner, agent };
}

test('an agent asks for a payout, a second person approves, the operator’s wallet pays, the agent sees the hash', async ({
  page,
  browser,
  request,
}) => {
  const { owner, agent } = await buildEarningAgent(request);
  const address = privateKeyToAccount(generatePrivateKey()).address;
  await openAs(page, agent, '/client/agent');
  await page.getByLabel('Network').selectOption('ETH');
  await page.getByLabel('Your address').fill(address);
  await expect(page.getByLabel('Amount')).toHaveValue('150');
  await page.getByLabel('Current password').fill(agent.password);
  await press(page, 'Request payout');
  const requests = page.getByRole('list', { name: 'Your requests' });
  await expect(requests).toContainText('Waiting for approval');

  const office = await (await browser.newContext()).newPage();
  const wallet = await TestWallet.install(office, 'ETH');
  await openAs(office, owner, '/admin/agent');
  const row = office.getByRole('row').filter({ hasText: 'Lighthouse Payouts' }).filter({ hasText: address });
  await row.getByRole('button', { name: 'Open' }).click();
  const sheet = office.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(sheet.getByText('Needs a colleague')).toBeVisible();

  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, await signInColleague(request), '/admin/dataBoard');
  const proposal = theirs.getByRole('article').filter({ hasText: address });
  await proposal.getByRole('button', { name: 'Approve', exact: true }).click();
  await proposal.getByRole('alert').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(proposal).toHaveCount(0);

  await office.reload();
  await row.getByRole('button', { name: 'Open' }).click();
  await sheet.getByRole('button', { name: 'Connect Harbour Wallet' }).click();
  await sheet.getByRole('button', { name: /^Pay 150/ }).click();
  await expect(sheet.getByText('Sent', { exact: true })).toBeVisible({ timeout: 100_000 });
  const state = async () =>
    (await callApi(request, 'GET', '/api/payouts/own', { token: agent.token })).requests[0].state;
  await expect.poll(state, { timeout: 100_000 }).toBe('paid');
  wallet.expectSigned('transfer');

  await page.reload();
  await expect(requests.getByText('Paid', { exact: true })).toBeVisible({ timeout: 100_000 });
  const hash = await requests.locator('code', { hasText: /^0x[0-9a-f]{64}$/ }).innerText();
  await expect(page.getByRole('table', { name: 'Commission statement' })).toContainText(hash);
  const subjects = (await mailsTo(request, agent.email)).map(({ subject }) => subject).join('\n');
  for (const told of ['requested', 'approved', 'paid out']) expect(subjects).toContain(told);
});
