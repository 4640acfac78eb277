import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { newBuyer, signIn, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

const IMAGE = join(import.meta.dirname, '../../../apps/web/public/icon-192.png');

test('the newest conversation is first, is answered, and updates by itself', async ({ page, request }) => {
  const buyer = await newBuyer(request);
  const tag = randomUUID().slice(0, 6);
  const say = (text: string) =>
    callApi(request, 'POST', '/api/support/messages', { data: { text }, token: buyer.token });
  await say(`My key is gone ${tag}`);
  await signIn(page, await signInOwner(request));
  await page.goto('/admin/support');

  await page.getByLabel('Name, e-mail or support ID').fill(buyer.username);
  const row = page.getByRole('button').filter({ hasText: buyer.username });
  await expect(row).toContainText('Unread messages: 1');
  await row.click();
  const log = page.getByRole('log');
  await expect(log.getByText(`My key is gone ${tag}`)).toBeVisible();
  await expect(row).not.toContainText('Unread messages');

  await say(`Hello? ${tag}`);
  await expect(log.getByText(`Hello? ${tag}`)).toBeVisible();
  await expect(row).not.toContainText('Unread messages');

  await page.getByLabel('Write a message').fill('We look for it.');
  await page.keyboard.press('Enter');
  await expect(log.getByText('We look for it.')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(IMAGE);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(log.getByRole('img')).toBeVisible();
  const { items } = await callApi(request, 'GET', '/api/support/messages', { token: buyer.token });
  expect(items.map(({ from }: { from: string }) => from)).toEqual(['shop', 'shop', 'user', 'user']);

  // The open conversation is in the address.
  await page.reload();
  await expect(log.getByText('We look for it.')).toBeVisible();
});
