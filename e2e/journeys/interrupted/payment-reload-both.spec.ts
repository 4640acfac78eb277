import { payExactAmountsOn } from '../../pages/payment-mode.ts';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { isWide } from '../../pages/buyer.ts';
import { chooseNetwork, Shop } from '../../pages/shop.ts';
import { newBuyer, signIn } from '../../pages/people.ts';

/** A top-up before, during and after its time to pay, on desktops and phones. */

/** A new buyer before the payment of their first top-up. */
async function askForTopUp(page: Page, request: APIRequestContext): Promise<Shop> {
  const shop = new Shop(page, isWide(page) ? 'client' : 'mobile');
  await signIn(page, await newBuyer(request));
  await shop.open('Top up');
  await chooseNetwork(page, /TRON/);
  await shop.press('10 USDT');
  await shop.press('Continue to payment');
  await expect(shop.heading('Pay this top-up')).toBeVisible();
  return shop;
}

/** The page's time can be moved from here on, and with it the time in the shop's answers, by which the page goes. */
async function installClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const read = Object.getOwnPropertyDescriptor(Headers.prototype, 'get')!.value as Headers['get'];
    Object.defineProperty(Headers.prototype, 'get', {
      value(this: Headers, name: string) {
        return name === 'date' ? new Date().toUTCString() : read.call(this, name);
      },
    });
  });
}

/** The device is wrong by that much, in every page from here on. */
const setDeviceWrong = (page: Page, ms: number): Promise<unknown> =>
  page.addInitScript((shiftMs) => {
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given: [] | [number]) {
        super(...(given.length === 0 ? ([Right.now() + shiftMs] as const) : given));
      }
      static override now = () => Right.now() + shiftMs;
    } as DateConstructor;
  }, ms);

const reloadWhilePaying = (): void =>
  test('a page reloaded during a payment continues with it', async ({ page, request }) => {
    const shop = await askForTopUp(page, request);
    const address = page.url();
    const amount = page.getByRole('textbox', { name: 'Amount in USDT' });
    const asked = await amount.inputValue();
    expect(Number(asked)).toBeGreaterThan(10);

    // Before payment: the same top-up and amount, not a second one.
    await page.reload();
    await expect(shop.heading('Pay this top-up')).toBeVisible();
    await expect(amount).toHaveValue(asked);
    await expect(page.getByRole('timer')).toHaveText(/^29:\d\d$/);

    // While the payment is pending.
    await shop.press('Send test USDT');
    await page.reload();
    await expect(shop.heading('Top-up successful')).toBeVisible({ timeout: 100_000 });

    // And afterwards.
    await page.reload();
    await expect(shop.heading('Top-up successful')).toBeVisible();
    expect(page.url()).toBe(address);
    // It does not fit a phone's header.
    if (isWide(page)) await expect(page.getByRole('link', { name: /^Balance 10\.00 USDT/ })).toBeVisible();
    await shop.press('Top up again');
    await expect(shop.heading('Top-up history')).toBeVisible();
    await expect(page.getByText(new URL(address).searchParams.get('order')!)).toHaveCount(1);
  });

const lateTransaction = (): void =>
  test('a transaction that is submitted after the time to pay is looked for too, and stays on the page', async ({
    page,
    request,
  }) => {
    const shop = await askForTopUp(page, request);
    await installClock(page);
    await page.reload();
    await expect(shop.heading('Pay this top-up')).toBeVisible();
    await page.clock.fastForward('31:00');
    await expect(shop.heading('Payment window closed')).toBeVisible();
    await expect(page.getByText('Awaiting payment')).toHaveCount(0);
    await shop.press('I’ve paid');
    await page.getByRole('textbox', { name: 'Transaction hash' }).fill(`0x6e75${'0'.repeat(56)}f718`);
    await shop.press('Check now');
    const line = page.getByTestId('submitted-payment');
    await expect(line).toContainText(/Looking for 0?x?6e.*f718/);
    await page.getByText('Payment missing?', { exact: true }).click();
    await expect(page.getByRole('button', { name: 'Claim a payment' })).toBeVisible();
    await page.reload();
    await expect(line).toBeVisible();
    await shop.press('Top up again');
    const open = page.getByRole('button', { name: /^10.*Payment window closed/ });
    await expect(open).toBeVisible();
    await open.click();
    await expect(line).toBeVisible();
  });

const closedWindow = (): void =>
  test('a payment page offers no payment once the time to pay is over, unless a payment is in progress', async ({
    page,
    request,
  }) => {
    const shop = await askForTopUp(page, request);
    const order = new URL(page.url()).searchParams.get('order')!;

    await installClock(page);
    const payPage = `${isWide(page) ? '/pay' : '/mobile/cashRegister'}?order=${order}`;
    await page.goto(payPage);
    const ways = page.getByRole('button', { name: 'Show amount and address' });
    await expect(ways).toBeVisible();
    await page.clock.fastForward('31:00');
    await expect(shop.heading('Payment window closed')).toBeVisible();
    await expect(ways).toBeVisible();

    await page.goto(payPage);
    await page.clock.fastForward('31:00');
    await page.reload();
    await expect(shop.heading('Payment window closed')).toBeVisible();
    await expect(ways).toBeHidden();
    await shop.press('Top up again');
    await expect(shop.heading('Top up')).toBeVisible();
  });

const wrongDevice = (): void =>
  test('a device whose clock is wrong shows the time left by the shop’s', async ({ page, request }) => {
    const shop = await askForTopUp(page, request);
    const order = new URL(page.url()).searchParams.get('order')!;
    const payPage = `${isWide(page) ? '/pay' : '/mobile/cashRegister'}?order=${order}`;
    for (const hours of [1, -2]) {
      await setDeviceWrong(page, hours * 3_600_000);
      await page.reload();
      await expect(shop.heading('Pay this top-up')).toBeVisible();
      await expect(page.getByRole('timer')).toHaveText(/^2\d:\d\d$/);
    }
    await page.goto(payPage);
    await expect(page.getByRole('timer')).toHaveText(/^2\d:\d\d$/);
    await expect(shop.heading('Payment window closed')).toHaveCount(0);
  });

payExactAmountsOn('TRON');

reloadWhilePaying();
lateTransaction();
closedWindow();
wrongDevice();
