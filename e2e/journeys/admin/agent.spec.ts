import { expect, test } from '@playwright/test';
import { newBuyer, openAs, signInOwner } from '../../pages/people.ts';
import { callApi, payTopUp } from '../../wallets/payer.ts';

test('a user becomes an agent, earns a commission, and is paid out', async ({ page, request }) => {
  const agent = await newBuyer(request);
  await openAs(page, await signInOwner(request), '/admin/agent');
  await page.getByRole('button', { name: 'New agent' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('User').fill(agent.username);
  await dialog.getByLabel('Platform').fill('Lighthouse Trade');
  await dialog.getByLabel('Commission rate').fill('101');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a percentage from 0 to 100')).toBeVisible();
  await dialog.getByLabel('Commission rate').fill('10');
  const [created] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/agents') && answer.status() === 200),
    dialog.getByRole('button', { name: 'Create' }).click(),
  ]);
  const { promotion_code: code } = ((await created.json()) as { data: { promotion_code: string } }).data;
  const row = page.getByRole('row').filter({ hasText: agent.username });
  await expect(row).toContainText('10%');

  const { token } = await callApi(request, 'POST', '/api/auth/register', {
    data: {
      username: `${agent.username}-b`,
      email: `${agent.username}-b@example.test`,
      password: 'harbour-9',
      agree: true,
      invitation_code: code,
    },
  });
  await payTopUp(request, token);
  const { items } = await callApi(request, 'GET', '/api/goods?in_stock=true');
  const [goods] = items;
  const order = { goods_id: goods.id, quantity: goods.min_quantity };
  await callApi(request, 'POST', '/api/orders', { data: order, token });

  await page.reload();
  await row.click();
  await expect(dialog.getByText('Commission on an order')).toBeVisible();
  const earned = await dialog.getByLabel('Amount').inputValue();
  expect(Number(earned)).toBeGreaterThan(0);
  await dialog.getByLabel('Amount').fill('1000');
  await dialog.getByLabel('Payment reference').fill('by hand, in the office');
  await dialog.getByRole('button', { name: 'Record payout' }).click();
  await expect(dialog.getByText('More than the unpaid commission')).toBeVisible();
  await dialog.getByLabel('Amount').fill(earned);
  await dialog.getByRole('button', { name: 'Record payout' }).click();
  await expect(dialog.getByText('Payout', { exact: true })).toBeVisible();
  await expect(dialog.getByText('by hand, in the office')).toBeVisible();
  await expect(dialog.getByText('0.00').first()).toBeVisible();

  await dialog.getByRole('tab', { name: 'Edit' }).click();
  await dialog.getByText('Paused', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Paused');
});

test('an operator assigns a user to an agent', async ({ page, request }) => {
  const [agent, user] = [await newBuyer(request), await newBuyer(request)];
  const owner = await signInOwner(request);
  const data = { username: agent.username, platform_name: `Pier of ${agent.username}` };
  await callApi(request, 'POST', '/api/agents', { data, token: owner.token });
  await openAs(page, owner, `/admin/user?open=${user.id}`);
  await page.getByRole('tab', { name: 'Access' }).click();
  await page.getByRole('dialog').locator('input[aria-haspopup=listbox]').fill(data.platform_name.slice(5));
  const broughtBy = async () =>
    (await callApi(request, 'GET', `/api/users/${user.id}`, { token: owner.token })).agent?.username;
  await page.getByRole('option', { name: agent.username }).click();
  const send = page.getByRole('button', {
    name: `Assign ${user.username} to agent ${agent.username}`,
  });
  await expect(send).toBeVisible();
  expect(await broughtBy()).toBeUndefined();
  await send.click();
  await expect.poll(broughtBy).toBe(agent.username);
});
