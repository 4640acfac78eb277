import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { openAs, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';
import { Shop } from '../../pages/shop.ts';

test('upholding a takedown request withdraws the account at once; another request is refused', async ({
  page,
  request,
}) => {
  const tag = randomUUID().slice(0, 6);
  const owner = await signInOwner(request);
  const as = { token: owner.token };
  const { items } = await callApi(request, 'GET', '/api/goods?in_stock=true');
  const line = `ann-${tag}@harbour.example----key----code`;
  const other = `bob-${tag}@harbour.example----key----code`;
  const batch = await callApi(request, 'POST', '/api/stock/imports', {
    data: { goods_id: items[0].id, has_right_to_sell: true },
    ...as,
  });
  await callApi(request, 'POST', `/api/stock/imports/${batch.id}/lines`, {
    data: { from_line: 0, text: `${line}\n${other}\n`, form: { kind: 'text' } },
    ...as,
  });
  await callApi(request, 'POST', `/api/stock/imports/${batch.id}/end`, as);
  const report = (subject: string) =>
    callApi(request, 'POST', '/api/reports', {
      data: { email: `${tag}@example.test`, subject, explanation: 'It was taken from me in spring.' },
    });
  await report(`Harbour ${tag}`);
  await report(`my mailbox Bob-${tag}@HARBOUR.example`);
  await report(`Stranger ${tag}`);

  await openAs(page, owner, `/admin/goods?tab=reports&q=${tag}`);
  const row = (subject: string) => page.getByRole('row').filter({ hasText: subject });
  const desk = page.getByRole('dialog');
  await row(`Harbour ${tag}`).click();
  await expect(desk.getByText('It was taken from me in spring.')).toBeVisible();
  await desk.getByLabel('Accounts as imported').fill(line);
  await desk.getByLabel('Reason').first().fill('showed the first invoice');
  await desk.getByRole('button', { name: 'Uphold and withdraw' }).click();
  await expect(desk.getByText('Withdraw 1 account and uphold the request?')).toBeVisible();
  await desk.getByRole('button', { name: 'Uphold and withdraw' }).click();
  await expect(page.getByText('Accounts found: 1. Withdrawn: 1.')).toBeVisible();
  await expect(row(`Harbour ${tag}`).filter({ hasText: 'Upheld' })).toHaveCount(1);
  expect((await callApi(request, 'GET', `/api/stock/batches/${batch.id}`, as)).withdrawn).toBe(1);

  await row('my mailbox').click();
  await expect(desk.getByLabel('Account name')).toHaveValue(`Bob-${tag}@HARBOUR.example`);
  await desk.getByRole('button', { name: 'Search stock' }).click();
  const match = desk.getByRole('group', { name: `Accounts named “Bob-${tag}@HARBOUR.example”` });
  await expect(match.getByRole('checkbox')).toBeChecked();
  await expect(match).toContainText('Unsold');
  await expect(match).not.toContainText('key');
  await desk.getByLabel('Account name').fill(`${tag}@harbour.example`);
  await desk.getByLabel('Account name').press('Enter');
  await expect(desk.getByText(`No account in stock is named “${tag}@harbour.example”.`)).toBeVisible();
  await desk.getByLabel('Account name').fill(`bob-${tag}@harbour.example`);
  await desk.getByLabel('Account name').press('Enter');
  await expect(desk.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await desk.getByLabel('Reason').first().fill('wrote from this very address');
  await desk.getByRole('button', { name: 'Uphold and withdraw' }).click();
  await desk.getByRole('button', { name: 'Uphold and withdraw' }).click();
  await expect(row('my mailbox').filter({ hasText: 'Upheld' })).toHaveCount(1);
  expect((await callApi(request, 'GET', `/api/stock/batches/${batch.id}`, as)).withdrawn).toBe(2);

  await row(`Stranger ${tag}`).click();
  await desk.getByLabel('Reason').last().fill('no such account here');
  await desk.getByRole('button', { name: 'Reject request' }).click();
  await expect(row(`Stranger ${tag}`)).toContainText('Rejected');
});

test('a takedown request is sent without signing in', async ({ page, request }) => {
  const shop = new Shop(page, 'client');
  const subject = `Harbour Mail, owner-${randomUUID().slice(0, 8)}@example.test`;
  await page.goto('/docs/support');
  await page.getByRole('link', { name: 'Is this your account? Report it' }).click();
  await expect(shop.heading('Is your account being sold here?')).toBeVisible();

  await shop.press('Send request');
  await expect(page.getByText('Please enter a valid e-mail address')).toBeVisible();
  await expect(page.getByText('Explain it in a sentence or two')).toBeVisible();

  await page.getByLabel('Your e-mail address').fill('owner@example.test');
  await page.getByLabel('Which account').fill(subject);
  await page
    .getByLabel(/What happened/)
    .fill('I lost access last week.\nThe mailbox has been mine since 2019.');
  await shop.press('Send request');
  await expect(page.getByText('Thank you, we’ll look into it')).toBeVisible();

  const { token } = await signInOwner(request);
  const { items } = await callApi(request, 'GET', '/api/admin/reports', { token });
  expect(items.find((report: { subject: string }) => report.subject === subject)).toMatchObject({
    email: 'owner@example.test',
    explanation: 'I lost access last week.\nThe mailbox has been mine since 2019.',
    state: 'open',
  });
});
