import { expect, test, type Page } from '@playwright/test';
import { payExactAmountsOn } from '../../pages/payment-mode.ts';
import { makePayer, microOf, type Recharge } from '../../wallets/payer.ts';
import { bytesOf, TestWallet, type Network } from '../../wallets/test-wallet.ts';

/** A top-up paid with a browser wallet, in both ways, on TRON and Ethereum, and everything that can go wrong. */

const AMOUNT = '12';

payExactAmountsOn('TRON');

/** Signs a new buyer in and opens the payment page of a new top-up. */
async function openPayment(page: Page, network: Network, amount = AMOUNT): Promise<Recharge> {
  const payer = await makePayer(page.request);
  const recharge = await payer.topUp(network, amount);
  await payer.signIn(page);
  await page.goto(`/pay?order=${recharge.order_id}`);
  await expect(page.getByRole('heading', { name: 'Confirm payment' })).toBeVisible();
  return recharge;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function connect(page: Page): Promise<void> {
  await press(page, 'Choose and connect');
  await press(page, 'Connect Harbour Wallet');
}

const credited = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Top-up successful' })).toBeVisible({ timeout: 100_000 });

for (const network of ['TRON', 'ETH'] as const) {
  test(`on ${network}: one exact transfer`, async ({ page }) => {
    const wallet = await TestWallet.install(page, network);
    const recharge = await openPayment(page, network);
    await connect(page);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    const card = page.getByRole('region', { name: 'Transfer' });
    await expect(card.getByText(/Network fee about [\d.,]+ (TRX|ETH)/)).toBeVisible();
    await press(page, 'Pay by transfer');
    await expect(page.getByText(/^Payment (sent|successful)$/).first()).toBeVisible();
    // A pending payment is not requested again.
    await expect(page.getByRole('button', { name: 'Show amount and address' })).toBeHidden();
    await credited(page);
    wallet.expectSigned('transfer');
    const [transfer] = wallet.signed;
    expect((transfer!.args[0] as string).toLowerCase()).toBe(bytesOf(recharge.wallet_address));
    expect(transfer!.args[1]).toBe(microOf(recharge.pay_amount));
    await expect(page.getByRole('button', { name: 'Top up again' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return home' })).toBeVisible();
  });

  test(`on ${network}: approve and pay in safe mode leaves no allowance`, async ({ page }) => {
    const wallet = await TestWallet.install(page, network);
    const recharge = await openPayment(page, network);
    await connect(page);
    await expect(page.getByText('Safe mode', { exact: false }).first()).toBeVisible();
    await expect(page.getByText(recharge.checkout_address)).toBeVisible();
    await press(page, 'Authorize and pay');
    await credited(page);
    wallet.expectSigned('approve', 'pay');
    const [approve, pay] = wallet.signed;
    expect((approve!.args[0] as string).toLowerCase()).toBe(bytesOf(recharge.checkout_address));
    expect(approve!.args[1]).toBe(microOf(recharge.pay_amount));
    expect(pay!.to).toBe(bytesOf(recharge.checkout_address));
    expect(pay!.args.slice(0, 2)).toEqual([recharge.order_ref, microOf(recharge.pay_amount)]);
  });

  test(`on ${network}: a rejected payment pays nothing and can be repeated`, async ({ page }) => {
    const wallet = await TestWallet.install(page, network);
    await openPayment(page, network);
    await connect(page);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    wallet.owner = 'rejects';
    await press(page, 'Pay by transfer');
    await expect(page.getByRole('alert').getByText('You declined the request in your wallet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Authorize and pay' })).toBeEnabled();
    const before = wallet.rejections;
    await press(page, 'Authorize and pay');
    await expect.poll(() => wallet.rejections).toBe(before + 1);
    await expect(
      page.getByRole('alert').getByText('You rejected the authorization in your wallet'),
    ).toBeVisible();
    wallet.expectSigned();
    wallet.owner = 'confirms';
    await expect(page.getByRole('button', { name: 'Pay by transfer' })).toBeEnabled();
    await press(page, 'Pay by transfer');
    await credited(page);
    wallet.expectSigned('transfer');
  });

  test(`on ${network}: on the wrong network nothing can be paid until the wallet has switched`, async ({
    page,
  }) => {
    const wallet = await TestWallet.install(page, network);
    wallet.isElsewhere = true;
    await openPayment(page, network);
    await connect(page);
    await expect(page.getByText('The wallet is on another network')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay by transfer' })).toBeHidden();
    wallet.owner = 'rejects';
    await press(page, 'Switch network');
    await expect(page.getByRole('alert')).toContainText('You declined the request');
    wallet.owner = 'confirms';
    await press(page, 'Switch network');
    await expect(page.getByRole('button', { name: 'Pay by transfer' })).toBeEnabled();
    wallet.expectSigned();
  });

  test(`on ${network}: an empty wallet is reported before any request`, async ({ page }) => {
    const wallet = await TestWallet.install(page, network, 'empty');
    await openPayment(page, network);
    await connect(page);
    await press(page, 'Pay by transfer');
    await expect(page.getByRole('alert')).toContainText('Insufficient USDT balance');
    wallet.expectSigned();
  });
}

test('a rejected connection can be tried again', async ({ page }) => {
  const wallet = await TestWallet.install(page, 'ETH');
  wallet.owner = 'rejects';
  await openPayment(page, 'ETH');
  await connect(page);
  await expect(page.getByRole('alert')).toContainText('You declined the request');
  wallet.owner = 'confirms';
  await press(page, 'Connect Harbour Wallet');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('the page follows when the wallet switches networks', async ({ page }) => {
  const wallet = await TestWallet.install(page, 'ETH');
  await openPayment(page, 'ETH');
  await connect(page);
  await expect(page.getByRole('button', { name: 'Pay by transfer' })).toBeEnabled();
  wallet.isElsewhere = true;
  await wallet.tell('chainChanged', '0xf1206');
  await expect(page.getByText('The wallet is on another network')).toBeVisible();
});

test('without a browser wallet the page says so and offers the other ways to pay', async ({ page }) => {
  await openPayment(page, 'TRON');
  await press(page, 'Choose and connect');
  await expect(page.getByText('Please install the wallet first')).toBeVisible();
  await press(page, 'Show amount and address');
  await expect(page.getByRole('figure', { name: /QR code/ })).toBeVisible();
});

test('above the safe cap only the transfer is offered', async ({ page }) => {
  await TestWallet.install(page, 'ETH');
  await openPayment(page, 'ETH', '5000');
  await connect(page);
  await expect(page.getByText('Not available for this amount')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Authorize and pay' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pay by transfer' })).toBeEnabled();
});

test('wallet code is loaded only when a wallet is opened', async ({ page }) => {
  await TestWallet.install(page, 'ETH');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await openPayment(page, 'ETH');
  await expect(page.getByRole('button', { name: 'Choose and connect' })).toBeVisible();
  expect(loaded.filter((url) => /wallet-payment/.test(url))).toEqual([]);
  await press(page, 'Choose and connect');
  await expect(page.getByRole('button', { name: 'Connect Harbour Wallet' })).toBeVisible();
  expect(loaded.filter((url) => /wallet-payment/.test(url))).not.toEqual([]);
});
