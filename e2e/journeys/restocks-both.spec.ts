import { expect, test, type APIRequestContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { areaOf } from '../pages/buyer.ts';
import { createProduct } from '../pages/new-product.ts';
import { mailsTo, newBuyer, openAs, signInOwner, type Mail, type Person } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';

/** A product of 2 USDT without stock. */
const soldOut = (request: APIRequestContext, name: string) =>
  createProduct(request, { names: { en: name }, price: '2', columns: ['account', 'password'] });

const linesOf = (count: number): string[] =>
  Array.from({ length: count }, () => `${randomUUID()}@example.test----secret`);

/** A buyer with that balance, from a gift code. */
async function buyerWith(request: APIRequestContext, value: string): Promise<Person> {
  const [buyer, { token }] = [await newBuyer(request), await signInOwner(request)];
  const batch = { note: 'restocks', value, codes: 1 };
  const { id } = await callApi(request, 'POST', '/api/admin/redeem-batches', { token, data: batch });
  const { codes } = await callApi(request, 'POST', `/api/admin/redeem-batches/${id}/codes`, { token });
  await callApi(request, 'POST', '/api/redeem-codes', { token: buyer.token, data: { code: codes[0] } });
  await callApi(request, 'POST', '/api/notices/read', {
    token: buyer.token,
    data: { up_to: '9'.repeat(15) },
  });
  return buyer;
}

/** The mail with these words in its subject, once it is there. */
async function mailOf(request: APIRequestContext, email: string, subject: string): Promise<Mail> {
  const find = async () => (await mailsTo(request, email)).find((mail) => mail.subject.includes(subject));
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return (await find())!;
}

test('a visitor confirms an address, gets one mail when the product is back, and is forgotten', async ({
  page,
  request,
}) => {
  const name = `Waited mailbox ${randomUUID().slice(0, 6)}`;
  const goods = await soldOut(request, name);
  const email = `visitor-${randomUUID().slice(0, 8)}@example.test`;
  await page.goto(`/product/${goods.id}`);
  const box = page.getByRole('region', { name: 'Not in stock right now' });
  await box.getByPlaceholder('Your e‑mail address').fill('no address');
  await box.getByRole('button', { name: 'Tell me when it’s back' }).click();
  await expect(box.getByText('Please enter a valid e‑mail address')).toBeVisible();
  await box.getByPlaceholder('Your e‑mail address').fill(email);
  await box.getByRole('button', { name: 'Tell me when it’s back' }).click();
  await expect(box).toContainText(`If we may write to ${email}`);

  const asked = await mailOf(request, email, 'shall we tell you');
  const link = /http\S+\/restock#\S+/.exec(asked.text)![0];
  await page.goto(new URL(link).pathname + new URL(link).hash);
  await expect(page.getByRole('heading', { name: 'Shall we tell you?' })).toBeVisible();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, tell me' }).click();
  await expect(page.getByRole('heading', { name: 'We will tell you' })).toBeVisible();

  await goods.importLines(linesOf(2));
  const told = await mailOf(request, email, `${name} is back in stock`);
  await page.goto(new URL(/http\S+\/product\/\S+/.exec(told.text)![0]).pathname);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Not in stock right now' })).toBeHidden();
  // The first mail's link has nothing left to end.
  await page.goto(`/restock${new URL(link).hash}`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
});

test('a buyer is told by the bell, and buys', async ({ page, request }) => {
  const name = `Waited profile ${randomUUID().slice(0, 6)}`;
  const goods = await soldOut(request, name);
  const buyer = await buyerWith(request, '4');
  await openAs(page, buyer, `/product/${goods.id}`);
  const box = page.getByRole('region', { name: 'Not in stock right now' });
  await box.getByRole('button', { name: 'Tell me when it’s back' }).click();
  await expect(box).toContainText('We will tell you when it is back in stock.');
  await expect(box.getByRole('button', { name: 'No longer tell me' })).toBeVisible();

  await goods.importLines(linesOf(1));
  const bell = page.getByRole('link', { name: 'Notices: 1 unread' });
  await bell.click({ timeout: 30_000 });
  await page.getByRole('link', { name: `${name} is back in stock` }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Place order now' }).click();
  await expect(page.getByTestId('order-no').first()).toBeVisible();
  await mailOf(request, buyer.email, `${name} is back in stock`);
});

test('a standing order buys as stock comes, is told, and is cancelled by one click', async ({
  page,
  request,
}) => {
  const name = `Standing mailbox ${randomUUID().slice(0, 6)}`;
  const goods = await soldOut(request, name);
  const buyer = await buyerWith(request, '10');
  await openAs(page, buyer, `/product/${goods.id}`);
  const part = page.getByRole('region', { name: 'Standing order' });
  await part.getByRole('button', { name: 'Set up a standing order' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Accounts in all').fill('3');
  await form.getByLabel('At most, each').fill('2.5');
  await expect(form).toContainText('At most 7.50 USDT in all');
  await form.getByRole('button', { name: 'Start standing order' }).click();
  await expect(part).toContainText('0 of 3 bought');

  await goods.importLines(linesOf(2));
  await expect(page.getByRole('link', { name: 'Notices: 1 unread' })).toBeVisible({ timeout: 30_000 });
  await page.goto(`${areaOf(page)}/purchase-record`);
  const standing = page.getByTestId('standing-order').filter({ hasText: name });
  await expect(standing).toContainText('2 of 3 bought');
  const { items } = await callApi(request, 'GET', '/api/orders', { token: buyer.token });
  expect(items).toMatchObject([{ quantity: 2, total_amount: '4' }]);
  await expect(standing.getByRole('link', { name: items[0].order_no })).toBeVisible();
  await standing.getByRole('button', { name: 'Cancel' }).click();
  await expect(standing).toBeHidden();
  await page.getByRole('button', { name: 'Show past ones' }).click();
  await expect(standing).toContainText('Cancelled');

  await goods.importLines(linesOf(1));
  // More than the two seconds after which a standing one is looked at.
  await page.waitForTimeout(6_000);
  const after = await callApi(request, 'GET', '/api/orders', { token: buyer.token });
  expect(after.items).toHaveLength(1);
});
