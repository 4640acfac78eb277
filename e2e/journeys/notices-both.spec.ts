import { expect, test } from '@playwright/test';
import { areaOf } from '../pages/buyer.ts';
import { newBuyer, signIn, signInOwner } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';

const BOT_API = process.env['E2E_BOT_API']!;
const CHAT = 40_040;

test('staff see by the bell who has written, link Telegram, and get the next message there', async ({
  page,
  request,
}) => {
  const [ann, sam] = [await newBuyer(request), await newBuyer(request)];
  const ask = ({ token }: { token: string }) =>
    callApi(request, 'POST', '/api/support/messages', { token, data: { text: 'Where is my order?' } });
  await signIn(page, await signInOwner(request));
  // What is seen is read.
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/notices?limit=20') && answer.ok()),
    page.goto(`${areaOf(page)}/notices`),
  ]);
  await page.goto('/admin');
  const bell = page.getByRole('link', { name: /^Notices: \d+ unread$/ }).first();
  // What other journeys left in this shop may be told now too.
  const before = (await bell.getAttribute('title'))!;
  await ask(ann);
  // Live.
  await expect(bell).not.toHaveAttribute('title', before);
  await bell.click();
  const asked = new RegExp(`message to support from ${ann.username}`, 'i');
  await expect(page.getByTestId('notice').filter({ hasText: asked })).toBeVisible();

  // Whoever buys on the page sees it there: told only if asked for.
  await expect(page.getByRole('checkbox', { name: 'Order delivered: Page' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Link Telegram' }).click();
  const text = await page.locator('code').filter({ hasText: '/start' }).innerText();
  await request.post(`${BOT_API}/write`, { data: { chatId: CHAT, text, username: 'harbour_ann' } });
  await expect(page.getByText(/^Linked to @harbour_ann since/)).toBeVisible();
  const column = page.getByRole('checkbox', { name: 'Messages to support: Telegram' });
  await expect(column).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Order delivered: Telegram' })).toBeChecked();

  await ask(sam);
  const sent = async () => (await request.get(`${BOT_API}/sent`)).text();
  await expect.poll(sent).toContain(`message to support from ${sam.username}`);
  expect(await sent()).not.toContain('Where is my order?');

  await page.getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByRole('button', { name: 'Link Telegram' })).toBeVisible();
  await expect(column).toHaveCount(0);
});
