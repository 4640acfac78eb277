import { expect, test } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { areaOf, ENGLISH, makeBuyer, signInAs } from '../pages/buyer.ts';
import { createProduct } from '../pages/new-product.ts';
import { callApi } from '../wallets/payer.ts';

/**
 * The first accounts of a large order are asked for before the rest of their page. Prints when they can be read on a
 * slow phone: `ORDER_ACCOUNTS=10000 npx playwright test -c e2e/playwright.config.ts order-size` takes an order of 39 MB
 * and some minutes.
 */
const ACCOUNTS = Number(process.env['ORDER_ACCOUNTS'] ?? 200);
const CHARACTERS = 3_900;
/** In kbit/s, with milliseconds of delay. */
const LINES = [
  [1_600, 150],
  [400, 400],
] as const;
const TIMES_SLOWER = 4;

test(`the first of ${ACCOUNTS} long accounts are asked for before the others`, async ({ page, request }) => {
  test.setTimeout(240_000 + ACCOUNTS * 30);
  const product = await createProduct(request, {
    names: { en: 'Bulk cookies' },
    price: '0.01',
    columns: ['account', 'password', 'cookies'],
    max_quantity: 10_000,
  });
  const tag = Date.now();
  await product.importLines(
    Array.from({ length: ACCOUNTS }, (_, n) => {
      const head = `bulk-${tag}-${String(n).padStart(5, '0')}@example.test----Pw-${n}----`;
      return (
        head +
        randomBytes(CHARACTERS)
          .toString('base64')
          .slice(0, CHARACTERS - head.length)
      );
    }),
  );
  const buyer = await makeBuyer(request);
  const data = { goods_id: product.id, quantity: ACCOUNTS };
  const order = await callApi(request, 'POST', '/api/orders', { token: buyer.signIn.token, data });
  await signInAs(page, buyer, ENGLISH);
  /** How many accounts each call asked for. */
  const asked: string[] = [];
  page.on('request', (one) => {
    const { pathname, searchParams } = new URL(one.url());
    if (!pathname.endsWith(`/${order.order_no}/accounts`)) return;
    asked.push(`${searchParams.get('limit')} after ${searchParams.get('after') ?? 0}`);
  });
  const devtools = await page.context().newCDPSession(page);
  for (const [kbit, latency] of LINES) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.goto(`${areaOf(page)}/purchase-record?order=${order.order_no}`);
    const show = page.getByRole('button', { name: 'Show accounts' });
    await expect(show).toBeVisible();
    const bytesPerSecond = (kbit * 1_000) / 8;
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: TIMES_SLOWER });
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    asked.length = 0;
    const start = performance.now();
    await show.click();
    await page.getByRole('table', { name: 'Accounts' }).locator('tbody tr').first().waitFor();
    const firstMs = performance.now() - start;
    await expect(page.getByRole('table', { name: 'Accounts' }).locator('tbody tr')).toHaveCount(50);
    const figures = { kbit, firstMs: Math.round(firstMs), allMs: Math.round(performance.now() - start) };
    process.stdout.write(`    ${JSON.stringify(figures)}\n`);
    expect(asked.slice(0, 2)).toEqual(['8 after 0', '42 after 8']);
  }
});
