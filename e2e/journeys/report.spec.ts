import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { signInOwner } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';
import { callApi } from '../wallets/payer.ts';

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
