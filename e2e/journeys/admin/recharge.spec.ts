import { NETWORKS } from '@portside/contract';
import { expect, test } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { newBuyer, openAs, signInOwner } from '../../pages/people.ts';
import { payExactAmountsOn } from '../../pages/payment-mode.ts';
import { restoreTerms } from '../../pages/shop-as-begun.ts';
import { callApi, payTopUp, sendUsdt } from '../../wallets/payer.ts';

/** The money side of the back office: top-ups with their timeline, chains, what waits for a second person. */

payExactAmountsOn('TRON');
test.afterAll(({ request }) => restoreTerms(request));

/** Unique to this try, without a trailing zero, which the shop would omit. */
const STRAY = `${randomInt(20, 90)}.${randomInt(1, 10)}${randomInt(1, 10)}`;

test('a top-up is found by its buyer, shows its timeline, and the list is exported', async ({
  page,
  request,
}) => {
  const buyer = await newBuyer(request);
  const { order_id: id, pay_amount: exact } = await payTopUp(request, buyer.token, '30');
  await openAs(page, await signInOwner(request), '/admin/recharge');
  const search = page.getByRole('search');
  await search.getByLabel('Buyer').fill(buyer.username);
  await search.getByLabel('Status', { exact: true }).selectOption('successful');
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toContainText(exact);
  await expect(page).toHaveURL(new RegExp(`\\bbuyer=${buyer.username}`));
  await expect(page).toHaveURL(/\bstatus=successful/);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^top-ups-[\w-]+\.csv$/);

  await row.click();
  const desk = page.getByRole('dialog');
  for (const event of ['Requested', 'Payment received on chain', 'Credited'])
    await expect(desk.getByText(event, { exact: true }).last()).toBeVisible();
  await desk.getByRole('link', { name: 'Deposits in this transaction' }).click();
  await expect(page.getByRole('tab', { name: 'Deposits', selected: true })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: buyer.username })).toContainText('Credited');

  await page.getByRole('tab', { name: 'Networks' }).click();
  await expect(page.getByText('Scanning')).toHaveCount(NETWORKS.length);
  await expect(page.getByRole('heading', { name: 'Quarantine' })).toBeVisible();
});

test('a payment without the last digits is suggested with its buyer, credited at once, and closes the top-up', async ({
  page,
  request,
}) => {
  const buyer = await newBuyer(request);
  const as = { token: buyer.token };
  const asked = { data: { type: 'TRON', amount: STRAY }, ...as };
  const { order_id: id, wallet_address: to } = await callApi(request, 'POST', '/api/recharges', asked);
  await sendUsdt(request, 'TRON', to, STRAY);
  const owner = await signInOwner(request);
  const unmatched = '/api/admin/deposits?state=unmatched&limit=50';
  const find = async () =>
    (await callApi(request, 'GET', unmatched, { token: owner.token })).items.find(
      ({ amount }: { amount: string }) => amount === STRAY,
    );
  await expect.poll(async () => (await find()) !== undefined, { timeout: 100_000 }).toBe(true);

  await openAs(page, owner, '/admin/recharge?tab=deposits&state=unmatched');
  await page.getByRole('row').filter({ hasText: STRAY }).click();
  const desk = page.getByRole('dialog');
  const candidate = desk.getByRole('listitem').filter({ hasText: buyer.username });
  await expect(candidate).toContainText('Open top-up');
  await expect(candidate).toContainText('You can credit it now');
  await candidate.getByRole('button', { name: 'Select' }).click();
  await expect(desk.getByText(`Closes top-up ${id}`)).toBeVisible();
  await expect(desk.getByLabel('User', { exact: true })).toHaveValue(buyer.username);
  await desk.getByLabel('Reason').first().fill('the wallet left out the last digits');
  await desk.getByRole('button', { name: 'Credit now' }).click();
  await expect(desk).toHaveCount(0);
  const closed = await callApi(request, 'GET', `/api/recharges/${id}`, as);
  expect(closed).toMatchObject({ status: 'successful', credited_amount: STRAY, missing_amount: null });
});

test('a proposed balance adjustment is shown with its user until it is decided', async ({
  page,
  request,
}) => {
  const buyer = await newBuyer(request);
  const owner = await signInOwner(request);
  await openAs(page, owner, `/admin/user?open=${buyer.id}`);
  const desk = page.getByRole('dialog');
  await desk.getByLabel('Amount').fill('2.5');
  await desk.getByLabel('Reason').fill('for the trouble');
  await desk.getByRole('button', { name: 'Propose' }).click();
  const waiting = desk.getByRole('article').filter({ hasText: 'for the trouble' });
  await expect(waiting).toContainText('2.5');
  await waiting.getByRole('button', { name: 'Withdraw' }).click();
  await waiting.getByLabel('Reason for withdrawal').fill('asked twice');
  await waiting.getByRole('button', { name: 'Withdraw' }).click();
  await expect(waiting).toHaveCount(0);
});

test('an operator’s terms are shown to readers; once removed, the built-in ones are shown', async ({
  page,
  browser,
  request,
}) => {
  await openAs(page, await signInOwner(request), '/admin/config?tab=documents');
  const write = page.getByRole('button', { name: 'Edit: Terms of service' });
  await write.click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Text' }).fill('Lanterns are lent, not sold.');
  await expect(form.getByRole('region', { name: 'Preview' })).toContainText('Lanterns are lent');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);

  const reader = await (await browser.newContext()).newPage();
  await reader.goto('/docs/terms');
  await expect(reader.getByRole('heading', { name: 'Terms of service' })).toBeVisible();
  await expect(reader.getByText('Lanterns are lent, not sold.')).toBeVisible();
  await expect(reader.getByText('What we don’t sell')).toHaveCount(0);

  await write.click();
  await form.getByRole('textbox', { name: 'Text' }).fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'What we don’t sell' })).toBeVisible();
});

test('the Telegram test says that the bot’s message was taken', async ({ page, request }) => {
  await openAs(page, await signInOwner(request), '/admin/config?tab=mail');
  await page.getByLabel('Chat', { exact: true }).fill('-100200300');
  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByText('Accepted by Telegram')).toBeVisible();
});
