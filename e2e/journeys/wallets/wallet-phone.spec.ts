import { expect, test, type Page } from '@playwright/test';
import { payExactAmountsOn } from '../../pages/payment-mode.ts';
import { makePayer, microOf } from '../../wallets/payer.ts';
import { TestWallet } from '../../wallets/test-wallet.ts';

/** On a phone: the cashier, the step behind it, and the ticket that opens a payment in a wallet's own browser. */

payExactAmountsOn('TRON');

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const credited = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Top-up successful' })).toBeVisible({ timeout: 100_000 });

test('from the top-up to the cashier, paid with the browser wallet', async ({ page }) => {
  const wallet = await TestWallet.install(page, 'TRON');
  const payer = await makePayer(page.request);
  const recharge = await payer.topUp('TRON', '12');
  await payer.signIn(page);
  await page.goto(`/mobile/amount-recharge?order=${recharge.order_id}`);
  await page.getByRole('link', { name: 'Pay with a wallet' }).click();
  await expect(page).toHaveURL(/\/mobile\/cashRegister\?order=RECH\d{17}$/);
  await expect(page.getByRole('heading', { name: 'Cashier' })).toBeVisible();
  await expect(page.getByTestId('pay-address')).toHaveText(recharge.wallet_address);
  await page.getByRole('link', { name: 'Choose and connect' }).click();
  await expect(page).toHaveURL(/\/mobile\/h5Pay\?order=/);
  await press(page, 'Choose and connect');
  await press(page, 'Connect Harbour Wallet');
  await press(page, 'Pay by transfer');
  await credited(page);
  wallet.expectSigned('transfer');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});

test('the page says when a wallet app is not installed', async ({ page }) => {
  const payer = await makePayer(page.request);
  const recharge = await payer.topUp('TRON', '12');
  await payer.signIn(page);
  await page.goto(`/mobile/cashRegister?order=${recharge.order_id}`);
  await press(page, 'Choose a wallet app');
  await page.getByRole('link', { name: 'TronLink' }).click();
  await expect(page.getByRole('alert')).toContainText('Wallet app not installed');
});

for (const network of ['TRON', 'ETH'] as const)
  test(`a link opens one payment on ${network}, once, in a browser without a session`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const payer = await makePayer(page.request);
    const recharge = await payer.topUp(network, '12');
    await payer.signIn(page);
    await page.goto(`/mobile/cashRegister?order=${recharge.order_id}`);
    await press(page, 'Choose a wallet app');
    // The code is for another device, so the links come first.
    const code = page.getByRole('figure', { name: /Scan with the phone/ });
    await expect(code).toBeHidden();
    await page.getByText('Show QR code').first().click();
    await expect(code).toBeVisible();
    const link = page.getByRole('link', { name: network === 'TRON' ? 'TronLink' : 'MetaMask' });
    const href = decodeURIComponent((await link.getAttribute('href'))!);
    const ticket = /#ticket=([\w-]{43})/.exec(href)![1]!;
    const sent: string[] = [];

    const elsewhere = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } });
    const inWallet = await elsewhere.newPage();
    const wallet = await TestWallet.install(inWallet, network);
    await inWallet.addInitScript(() =>
      localStorage.setItem('portside', '{"state":{"language":"en"},"version":1}'),
    );
    inWallet.on('request', (request) => sent.push(request.url(), request.headers()['referer'] ?? ''));
    await inWallet.goto(`/h5Pay#ticket=${ticket}`);
    await expect(inWallet.getByRole('heading', { name: 'Open this payment?' })).toBeVisible();
    await press(inWallet, 'Open payment');
    await expect(inWallet.getByText(recharge.order_id)).toBeVisible();
    // Neither the ticket nor its replacement stays where links and visits are kept.
    await expect(inWallet).toHaveURL(/\/h5Pay$/);
    expect(await inWallet.evaluate('JSON.stringify(localStorage)')).not.toContain('pay_');
    // It was in no URL that a third party could record.
    expect(sent.filter((url) => url.includes(ticket))).toEqual([]);

    await inWallet.reload();
    await expect(inWallet.getByText(recharge.order_id)).toBeVisible();
    await press(inWallet, 'Choose and connect');
    await press(inWallet, 'Connect Harbour Wallet');
    await press(inWallet, 'Authorize and pay');
    await credited(inWallet);
    wallet.expectSigned('approve', 'pay');
    expect(wallet.signed[1]!.args[1]).toBe(microOf(recharge.pay_amount));
    await expect(page.getByRole('heading', { name: 'Top-up successful' })).toBeVisible({ timeout: 100_000 });

    const again = await elsewhere.newPage();
    // An old-style link: the page removes the ticket from the address that servers see.
    await again.goto(`/h5Pay?ticket=${ticket}`);
    await expect(again).toHaveURL(/\/h5Pay#ticket=[\w-]{43}$/);
    await press(again, 'Open payment');
    await expect(again.getByText('This payment link has been used or has expired')).toBeVisible();
    await elsewhere.close();
  });

test('without a ticket the page explains how to open it and shows nothing else', async ({ page }) => {
  await page.goto('/h5Pay');
  await expect(page.getByText('Open this page from a payment link')).toBeVisible();
  await page.goto('/mobile/cashRegister?order=RECH17951760000000000');
  await expect(page).toHaveURL(/\/login\?redirect=\/mobile\/cashRegister/);
});
