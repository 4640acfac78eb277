import { expect, type Page } from '@playwright/test';
import { chooseNetwork } from './shop.ts';
import { makePayer } from '../wallets/payer.ts';
import { bytesOf, TestWallet } from '../wallets/test-wallet.ts';

/* Journeys to a buyer's own address, the same on desktops and phones. */

type Area = 'client' | 'mobile';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Without an order: less than the minimum waits, the rest arrives after a fee, and all is credited. */
export async function payFromExchange(page: Page, area: Area): Promise<void> {
  const payer = await makePayer(page.request);
  await payer.signIn(page);
  await page.goto(`/${area}/amount-recharge`);
  await chooseNetwork(page, /TRON/);
  await expect(page.getByRole('heading', { name: 'Your address on TRON (TRC20)' })).toBeVisible();
  const address = await page.getByTestId('own-address').innerText();
  const code = page.getByRole('figure', { name: 'QR code with your address' });
  if (area === 'mobile') {
    await expect(code).toBeHidden();
    await page.getByText('Show QR code').click();
  }
  await expect(code).toBeVisible();
  await expect(page.getByText('Any amount from 5.00 USDT')).toBeVisible();
  await press(page, 'Check this address');
  await expect(page.getByText('The address matches the published code')).toBeVisible();

  // The named transaction is looked for, before and after a reload.
  await expect(page.getByText('Looking for payments')).toBeVisible();
  await expect(page.getByText(/last checked/)).toBeVisible();
  await nameTransaction(page, `6e75${'0'.repeat(56)}f718`);
  const named = page.getByTestId('submitted-payment');
  await expect(named).toContainText(/Looking for 6e75.*f718/);
  await expect(named).toContainText('last checked');
  await expect(named).toContainText('Not found yet');
  await page.reload();
  // The form begins with the cheapest network again until something was paid.
  await chooseNetwork(page, /TRON/);
  await expect(named).toContainText(/Looking for 6e75.*f718/);

  await press(page, 'Too little');
  await press(page, 'Send test USDT');
  // The history loads once somebody scrolls to it.
  await page.getByRole('heading', { name: 'Top-up history' }).scrollIntoViewIfNeeded();
  const small = page.getByRole('region', { name: 'Below the minimum on TRON (TRC20)' });
  await expect(small.getByText('2.00 of 5.00 USDT so far.', { exact: false })).toBeVisible({
    timeout: 100_000,
  });
  await expect(small.getByRole('listitem')).toContainText('Below the minimum');

  await press(page, 'Minus a fee of 1');
  await press(page, 'Send test USDT');
  const arrived = page.getByRole('article').filter({ hasText: '+19.00' });
  await expect(arrived.getByRole('progressbar')).toBeVisible({ timeout: 100_000 });
  await expect(arrived.getByText('has been added to your balance', { exact: false })).toBeVisible({
    timeout: 100_000,
  });
  // With what had waited: each payment a line of its own, with its transaction.
  await expect(small).toBeHidden();
  const lines = await payer.list();
  expect(new Set(lines.map(({ credited_amount: amount }) => amount))).toEqual(new Set(['19', '2']));
  expect(lines).toHaveLength(2);
  expect(new Set(lines.map(({ tx_hash: hash }) => hash)).size).toBe(2);
  expect(new Set(lines.map(({ receiver_address: receiver }) => receiver))).toEqual(new Set([address]));
  await expect(page.getByText('credited 19.00')).toBeVisible();
  await expect(page.getByText('credited 2.00')).toBeVisible();

  const paid = lines.find(({ credited_amount: amount }) => amount === '19')!.tx_hash!;
  await nameTransaction(page, paid);
  await expect(named).toContainText(`Found ${paid.slice(0, 4)}`);
  await expect(named).toContainText('19.00 USDT has been added to your balance.');

  await page.reload();
  await expect(page.getByTestId('own-address')).toHaveText(address);
}

async function nameTransaction(page: Page, hash: string): Promise<void> {
  await press(page, 'I’ve paid');
  await page.getByRole('textbox', { name: 'Transaction hash' }).fill(hash);
  await press(page, 'Check now');
}

/** With an order of 50 USDT that `openPayment` requests and opens. */
export async function payFromWallet(
  page: Page,
  area: Area,
  openPayment: (page: Page) => Promise<void>,
): Promise<void> {
  const wallet = await TestWallet.install(page, 'BSC');
  const payer = await makePayer(page.request);
  await payer.signIn(page);
  await page.goto(`/${area}/amount-recharge`);
  await chooseNetwork(page, /BNB Smart Chain/);
  await expect(page.getByRole('heading', { name: 'Your address on BNB Smart Chain (BEP20)' })).toBeVisible();
  await expect(page.getByText('A payment by ERC20', { exact: false })).toBeVisible();
  const address = await page.getByTestId('own-address').innerText();
  await openPayment(page);
  await press(page, 'Choose and connect');
  await press(page, 'Connect Harbour Wallet');
  await press(page, 'Pay by transfer');
  await expect(page.getByRole('heading', { name: 'Top-up successful' })).toBeVisible({ timeout: 100_000 });
  wallet.expectSigned('transfer');
  const [transfer] = wallet.signed;
  expect((transfer!.args[0] as string).toLowerCase()).toBe(bytesOf(address));
  expect(transfer!.args[1]).toBe(50n * 10n ** 18n);
  expect((await payer.list()).map(({ credited_amount: amount }) => amount)).toEqual(['50']);
}
