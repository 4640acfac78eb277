import { expect, test } from '@playwright/test';
import { areaOf } from '../pages/buyer.ts';
import { newBuyer, openAs, signInOwner } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';

const INVALID = 300171;

test('a buyer makes a key, a program uses it, and it ends when it is revoked or its owner is blocked', async ({
  page,
  request,
}) => {
  const buyer = await newBuyer(request);
  await openAs(page, buyer, `${areaOf(page)}/personal-information`);
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'API keys' }) });
  const makeKey = async (name: string): Promise<string> => {
    await panel.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox', { name: 'Balance' }).check();
    await dialog.getByRole('checkbox', { name: 'Products and prices' }).check();
    await dialog.getByLabel('Spending limit per day').fill('25');
    await dialog.getByLabel('Password', { exact: true }).fill(buyer.password);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = await dialog.locator('code').innerText();
    expect(key).toMatch(/^psk_test_[0-9A-Za-z]{49}$/);
    await expect(dialog.getByRole('button', { name: 'Copy key' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(panel.getByText(name)).toBeVisible();
    return key;
  };
  const use = async (key: string): Promise<number> => {
    const answer = await request.get('/api/users/balance', { headers: { authorization: `Bearer ${key}` } });
    return (await answer.json()).code;
  };

  await panel.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByText('Choose at least one')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const key = await makeKey('Corner shop');
  await expect(panel.getByText('up to 25.00 USDT a day')).toBeVisible();
  expect(await use(key)).toBe(200);
  await panel.getByRole('button', { name: 'Revoke' }).click();
  await panel.getByRole('button', { name: 'Revoke' }).click();
  await expect(panel.getByText('Revoked')).toBeVisible();
  expect(await use(key)).toBe(INVALID);

  const other = await makeKey('Second shop');
  expect(await use(other)).toBe(200);
  const { token } = await signInOwner(request);
  const { items } = await callApi(request, 'GET', `/api/users?q=${buyer.username}`, { token });
  const path = `/api/users/${items[0].id}/status`;
  await callApi(request, 'PUT', path, { token, data: { status: 'frozen' } });
  expect(await use(other)).not.toBe(200);
  await callApi(request, 'PUT', path, { token, data: { status: 'active' } });
  expect(await use(other)).toBe(INVALID);
});
