import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { newBuyer, openAs, signIn, signInOwner } from '../../pages/people.ts';
import { callApi, payTopUp } from '../../wallets/payer.ts';
import { inviteAs } from '../../pages/first-purchase.ts';
import { Shop } from '../../pages/shop.ts';

const IMAGE = join(import.meta.dirname, '../../../apps/web/public/icon-192.png');

test('the newest conversation is first, is answered, and updates by itself', async ({ page, request }) => {
  const buyer = await newBuyer(request);
  const tag = randomUUID().slice(0, 6);
  const say = (text: string) =>
    callApi(request, 'POST', '/api/support/messages', { data: { text }, token: buyer.token });
  await say(`My key is gone ${tag}`);
  await openAs(page, await signInOwner(request), '/admin/support');

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

test('closing a conversation covers what was shown, and no message that came meanwhile', async ({
  page,
  request,
}) => {
  const buyer = await newBuyer(request);
  const say = (text: string) =>
    callApi(request, 'POST', '/api/support/messages', { data: { text }, token: buyer.token });
  await say('Where is my order?');
  await openAs(page, await signInOwner(request), `/admin/support?user=${buyer.id}`);
  const log = page.getByRole('log');
  await expect(log.getByText('Where is my order?')).toBeVisible();
  const close = page.getByRole('button', { name: 'Close', exact: true });
  // The page does not get to read the next one.
  const reading = `**/api/admin/support/conversations/${buyer.id}?*`;
  await page.route(reading, (route) => route.abort());
  await say('And one more thing.');
  await close.click();
  await expect(page.getByText(/so the conversation stays open/)).toBeVisible();
  await page.unroute(reading);
  await page.reload();
  await expect(log.getByText('And one more thing.')).toBeVisible();
  await close.click();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

const BUYERS_IMAGE = join(import.meta.dirname, '../../../apps/web/public/icon-192.png');

test('a buyer writes to the shop with text and image; the answer arrives live and counts as unread', async ({
  page,
  request,
}) => {
  const shop = new Shop(page, 'client');
  const buyer = await newBuyer(request);
  const { token } = await signInOwner(request);
  const answer = (text: string) =>
    callApi(request, 'POST', `/api/admin/support/conversations/${buyer.id}/messages`, {
      token,
      data: { text },
    });

  await signIn(page, buyer);
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await expect(page.getByText('No messages yet')).toBeVisible();
  await page.getByLabel('Write a message').fill('Is anybody there?\nI have a question.');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await expect(log.getByText('Is anybody there?')).toBeVisible();
  await expect(page.getByLabel('Write a message')).toHaveValue('');

  await page.getByRole('button', { name: 'Attach an image' }).click();
  await expect(page.getByText('You can send images once you have topped up or ordered')).toBeVisible();
  await payTopUp(request, buyer.token);
  await page.reload();
  await expect(log.getByText('Is anybody there?')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(BUYERS_IMAGE);
  await expect(page.getByText('icon-192.png')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeEnabled();
  await send.click();
  const image = log.getByRole('img');
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((one: any) => one.naturalWidth)).toBe(192);

  await answer('Yes. What is it?');
  await expect(log.getByText('Yes. What is it?')).toBeVisible();

  await shop.open('Orders');
  // While the conversation is open, new messages count as read.
  await expect(shop.heading('Purchase history')).toBeVisible();
  await answer('Still there?');
  const unread = page.getByText('Unread replies: 1');
  await expect(unread).toBeAttached();
  // Data stored in the browser survives a reload.
  await page.reload();
  await expect(unread).toBeAttached();
  await page.getByRole('link', { name: 'Support', exact: true }).click();
  await expect(log.getByText('Still there?')).toBeVisible();
  await expect(unread).toHaveCount(0);
  await page.reload();
  await expect(log.getByText('Still there?')).toBeVisible();
  await expect(unread).toHaveCount(0);
});

test('a buyer referred by an agent gets that agent’s contact', async ({ page, request }) => {
  const code = await inviteAs(request, 'South Pier');
  await page.goto(`/client/main?promotion_code=${code}`);
  const contact = page.getByRole('contentinfo').getByRole('link', { name: 'South Pier' });
  await expect(contact).toHaveAttribute('href', 'https://t.me/north_pier');
});
