import { expect, test } from '@playwright/test';
import { ENGLISH, makeBuyer, signInAs } from '../pages/buyer.ts';
import { signInOwner } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';

test('dead accounts are claimed; one is replaced, one refunded, and the order shows both', async ({
  page,
  request,
}) => {
  const buyer = await makeBuyer(request);
  const { token } = await signInOwner(request);
  const decide = async (what: 'replacements' | 'refunds', reason: string) => {
    const { items } = await callApi(request, 'GET', '/api/admin/claims?state=open', { token });
    const { id } = items.find((claim: { order_no: string }) => claim.order_no === buyer.orderNo);
    const data = { claim_id: id, reason };
    await callApi(request, 'POST', `/api/admin/orders/${buyer.orderNo}/${what}`, { token, data });
  };
  await signInAs(page, buyer, ENGLISH);
  await page.goto(`/client/purchase-record?order=${buyer.orderNo}`);
  const dialog = page.getByRole('dialog');
  const claims = dialog.getByRole('list', { name: 'Warranty claims' }).getByRole('listitem');

  async function claim(choose: () => Promise<void>, reason: string): Promise<void> {
    await dialog.getByRole('button', { name: 'Report a problem' }).click();
    const send = dialog.getByRole('button', { name: /Send claim/ });
    await send.click();
    await expect(dialog.getByText('Select the accounts. Describe the problem.')).toBeVisible();
    await choose();
    await dialog.getByLabel('What happens when you sign in?').fill(reason);
    await expect(send).toHaveText('Send claim for 1 account');
    await send.click();
    await expect(claims.first()).toContainText('Under review');
  }

  const tick = () => dialog.getByRole('group').getByRole('checkbox').nth(1).check();
  await claim(tick, 'Password refused\nsince the first try');
  await expect(claims).toContainText('Password refused since the first try');
  await decide('replacements', 'Sorry, here is another one');
  // By a live event, without a click.
  await expect(claims.first()).toContainText('Replaced');
  await expect(claims.first()).toContainText('Sorry, here is another one');

  const own = { token: buyer.signIn.token };
  const { items } = await callApi(request, 'GET', `/api/orders/${buyer.orderNo}/accounts`, own);
  const paste = async () => {
    await dialog.getByText('Paste a list or choose a file').click();
    const list = dialog.getByLabel('Accounts that don’t work, one per line');
    await list.fill(`${items[0].text}\nnobody@else.example:secret`);
    await dialog.getByRole('button', { name: 'Select these accounts' }).click();
    await expect(dialog.getByText('Selected: 1.')).toBeVisible();
    await expect(dialog.getByText('Not in this order (1):')).toBeVisible();
    await expect(dialog.locator('pre')).toHaveText('nobody@else.example:secret');
  };
  await claim(paste, 'The account is locked');
  await decide('refunds', 'None like it is left');
  await expect(claims.first()).toContainText('Refunded');
  await expect(claims).toHaveCount(2);
  await expect(dialog.getByText('Partially refunded')).toBeVisible();
  await expect(dialog.getByText('0.35 USDT').last()).toBeVisible();

  await dialog.getByRole('button', { name: 'Show accounts' }).click();
  await dialog.getByText('2 accounts replaced or refunded').click();
  await expect(dialog.getByText(/replaced by No\. \d/)).toBeVisible();
  await expect(dialog.getByText('refunded', { exact: true })).toBeVisible();
});
