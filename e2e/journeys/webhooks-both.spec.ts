import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { areaOf, ENGLISH, makeBuyer, PASSWORD, signInAs } from '../pages/buyer.ts';
import { callApi } from '../wallets/payer.ts';

test('an order arrives at the sandbox’s receiver, signed, and can be sent again', async ({
  page,
  request,
}) => {
  const buyer = await makeBuyer(request);
  const own = { token: buyer.signIn.token };
  await signInAs(page, buyer, ENGLISH);
  await page.goto(`${areaOf(page)}/personal-information`);
  const panel = page.locator('#webhooks');
  await panel.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog');
  const address = form.getByLabel('Address (URL)');
  const receiver = await address.inputValue();
  expect(receiver).toContain('/api/sandbox/webhook-receiver');

  await address.fill('https://192.168.0.10/hook');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(form.getByText('Enter a public https address')).toBeVisible();
  await address.fill(receiver);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByTestId('webhook-secret')).toHaveText(/^whsec_[\w+/]{43}=$/);
  await page.getByRole('button', { name: 'I have saved it' }).click();

  const data = { goods_id: buyer.goodsId, quantity: 1 };
  const { order_no: orderNo } = await callApi(request, 'POST', '/api/orders', { ...own, data });
  await callApi(request, 'GET', `/api/orders/${orderNo}/accounts`, own);
  const received = panel.getByTestId('received').filter({ hasText: orderNo });
  await expect(received).toContainText('Signature valid');
  await expect(received).toContainText('order.completed');

  await panel.getByRole('button', { name: 'Log', exact: true }).click();
  const log = page.getByRole('dialog');
  const delivery = log.getByTestId('webhook-delivery').filter({ hasText: 'order.completed' });
  await expect(delivery).toContainText('Delivered');
  await expect(delivery).toContainText('HTTP 204');
  await delivery.getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(received).toHaveCount(2);
});

test('an order by key tells an address of its own, signed with the secret that was shown with the key', async ({
  page,
  request,
}) => {
  const buyer = await makeBuyer(request);
  await signInAs(page, buyer, ENGLISH);
  await page.goto(`${areaOf(page)}/personal-information`);
  const keys = page.locator('section', { has: page.getByRole('heading', { name: 'API keys' }) });
  await keys.getByRole('button', { name: 'Create key' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Corner shop');
  await form.getByRole('checkbox', { name: 'Place orders' }).check();
  await form.getByRole('checkbox', { name: 'Read accounts' }).check();
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(form.getByTestId('callback-secret')).toHaveText(/^whsec_[\w+/]{43}=$/);
  const key = await form.locator('code').first().innerText();
  await form.getByRole('button', { name: 'Done' }).click();

  const panel = page.locator('#webhooks');
  const receiver = await panel.getByText('/api/sandbox/webhook-receiver').first().innerText();
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': randomUUID() };
  const data = { goods_id: buyer.goodsId, quantity: 1, callback_url: receiver };
  const placed = await (await request.post('/api/orders', { headers, data })).json();
  const { order_no: orderNo } = placed.data;
  await request.get(`/api/orders/${orderNo}/accounts`, { headers });
  const received = panel.getByTestId('received').filter({ hasText: orderNo });
  await expect(received).toContainText('Signature valid');

  await page.reload();
  await expect(panel.getByText('Callbacks of orders: “Corner shop”')).toBeVisible();
  await panel.getByRole('button', { name: 'Log', exact: true }).click();
  const delivery = page.getByRole('dialog').getByTestId('webhook-delivery');
  await expect(delivery).toContainText('Delivered');
  await expect(delivery).toContainText(receiver);
});
