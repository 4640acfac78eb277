import { expect, test } from '@playwright/test';
import { createHash, createHmac } from 'node:crypto';
import { areaOf } from '../pages/buyer.ts';
import { newBuyer, openAs, signInOwner } from '../pages/people.ts';
import { restoreSettings } from '../pages/shop-as-begun.ts';
import { callApi } from '../wallets/payer.ts';

test.afterEach(({ request }) => restoreSettings(request));

test('a reseller connects their shop: makes a key for it, and what the page shows lets that shop in', async ({
  page,
  request,
}) => {
  const { token } = await signInOwner(request);
  await callApi(request, 'PUT', '/api/settings', { token, data: { protocols_on: ['dujiao-next', 'panel'] } });
  const buyer = await newBuyer(request);
  await openAs(page, buyer, `${areaOf(page)}/personal-information`);
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'API keys' }) });
  const connect = panel.locator('section', { has: page.getByRole('heading', { name: 'Connect your shop' }) });
  await expect(connect.getByText('Shown when you create the key').first()).toBeVisible();
  await connect.getByRole('tab', { name: 'SMM (API v2)' }).click();
  await expect(connect.getByText('/api/v2')).toBeVisible();

  await panel.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Corner shop');
  await dialog.getByLabel('Used by').selectOption({ value: 'dujiao-next' });
  // What such a shop needs is chosen with it.
  for (const name of ['Products and prices', 'Place orders', 'Read accounts'])
    await expect(dialog.getByRole('checkbox', { name })).toBeChecked();
  await dialog.getByLabel('Password', { exact: true }).fill(buyer.password);
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const valueOf = (name: string): Promise<string> =>
    dialog
      .locator('dt', { hasText: new RegExp(`^${name}$`) })
      .locator('xpath=following-sibling::dd')
      .locator('code')
      .innerText();
  await expect(dialog.getByText('Address (URL)')).toBeVisible();
  const [address, id, secret] = [
    await valueOf('Address \\(URL\\)'),
    await valueOf('API key'),
    await valueOf('Secret'),
  ];
  expect(secret).toMatch(/^pskdujiao\w{49}$/);

  // As the software of such a shop asks whether it is connected.
  const path = '/api/v1/upstream/ping';
  const ask = async (key: string) => {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const digest = createHash('md5').update('').digest('hex');
    const signature = createHmac('sha256', key)
      .update(`POST\n${path}\n${timestamp}\n${digest}`)
      .digest('hex');
    const headers = {
      'dujiao-next-api-key': id,
      'dujiao-next-timestamp': timestamp,
      'dujiao-next-signature': signature,
    };
    return (await request.post(`${address}${path}`, { headers })).json();
  };
  expect(await ask(secret)).toMatchObject({ ok: true, user_id: Number(buyer.id), balance: '0.00' });
  expect(await ask(`${secret}x`)).not.toMatchObject({ ok: true });

  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(panel.getByText('Corner shop')).toBeVisible();
  await expect(panel.getByText(`ID ${id}`)).toBeVisible();
});
