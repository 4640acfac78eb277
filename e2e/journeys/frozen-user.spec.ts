import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { inviteAs } from '../pages/first-purchase.ts';
import { newBuyer, signIn, signInOwner } from '../pages/people.ts';
import { restoreSettings } from '../pages/shop-as-begun.ts';
import { Shop } from '../pages/shop.ts';
import { callApi } from '../wallets/payer.ts';

test.afterAll(({ request }) => restoreSettings(request));

test('a blocked buyer sees the ban page, cannot sign in, and can again once unblocked', async ({
  page,
  request,
}) => {
  const shop = new Shop(page, 'client');
  const buyer = await newBuyer(request);
  const { token } = await signInOwner(request);
  const setStatus = (status: string) =>
    callApi(request, 'PUT', `/api/users/${buyer.id}/status`, { token, data: { status } });

  await signIn(page, buyer);
  await expect(page).toHaveURL('/client/main');
  await shop.open('Buy');
  await expect(page).toHaveURL('/client/purchase-account');
  await setStatus('frozen');
  // By a live event, without a click.
  await expect(page).toHaveURL('/ban-page');
  await expect(shop.heading('Your profile is blocked')).toBeVisible();
  // Going back does not show the earlier page.
  await page.goBack();
  await expect(shop.heading('Your profile is blocked')).toBeVisible();
  await expect(page).toHaveURL('/ban-page');
  await page.goto('/client/purchase-record');
  await expect(page).toHaveURL('/ban-page');

  // The test shop names no contact, but there is still a way on.
  await expect(page.getByText('reply to any e-mail')).toBeVisible();
  await page.getByRole('link', { name: 'How to get help' }).click();
  await expect(shop.heading('How to get help')).toBeVisible();
  await page.goto('/ban-page');
  await shop.press('Sign out');
  await expect(page).toHaveURL('/client/main');
  await page.goto('/login');
  await page.getByLabel('Username').fill(buyer.username);
  await page.getByLabel('Password', { exact: true }).fill(buyer.password);
  await shop.press('Sign in');
  await expect(page).toHaveURL('/ban-page');

  await setStatus('active');
  await signIn(page, buyer);
  await expect(page).toHaveURL('/client/main');
  await expect(page.getByRole('link', { name: /Balance 0\.00 USDT/ })).toBeVisible();
});

test('the ban page links to the buyer’s agent', async ({ page, request }) => {
  const { token } = await signInOwner(request);
  const code = await inviteAs(request, 'East Pier');
  const username = `brought-${randomUUID().slice(0, 8)}`;
  const data = {
    username,
    email: `${username}@example.test`,
    password: 'harbour-9',
    agree: true,
    invitation_code: code,
  };
  const { user } = await callApi(request, 'POST', '/api/auth/register', { data });
  await signIn(page, data);
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'East Pier' })).toBeVisible();
  await callApi(request, 'PUT', `/api/users/${user.id}/status`, { token, data: { status: 'frozen' } });
  await expect(page).toHaveURL('/ban-page');
  await expect(page.getByRole('link', { name: 'Message us on Telegram' })).toHaveAttribute(
    'href',
    'https://t.me/north_pier',
  );
});

test('the ban page names the shop’s e-mail address', async ({ page, request }) => {
  const { token } = await signInOwner(request);
  const data = { support_email: 'help@shop.example' };
  const buyer = await newBuyer(request);
  await callApi(request, 'PUT', '/api/site-config', { token, data });
  await signIn(page, buyer);
  await expect(page).toHaveURL('/client/main');
  await callApi(request, 'PUT', `/api/users/${buyer.id}/status`, { token, data: { status: 'frozen' } });
  await expect(page).toHaveURL('/ban-page');
  await expect(page.getByRole('link', { name: 'E-mail us' })).toHaveAttribute(
    'href',
    'mailto:help@shop.example',
  );
});
