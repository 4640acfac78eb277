import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { areaOf, ENGLISH, makeBuyer, signInAs } from '../pages/buyer.ts';
import { createProduct } from '../pages/new-product.ts';
import { callApi } from '../wallets/payer.ts';

const ACCOUNTS = 120;

/** The last value ends in a blank, which is part of it, and some hold what a program may split by. */
const makeLines = (): string[] => {
  const tag = Date.now();
  return Array.from({ length: ACCOUNTS }, (_, n) => `bulk-${tag}-${n}@example.test----p:${n}----=1+${n}`).map(
    (line, n) => (n === ACCOUNTS - 1 ? `${line} ` : line),
  );
};

test('a large order is shown page by page, and copied and saved whole', async ({
  page,
  request,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const product = await createProduct(request, {
    names: { en: 'Bulk mailbox' },
    price: '0.01',
    columns: ['account', 'password', 'note'],
    file_name: '{product} {quantity}',
  });
  const lines = makeLines();
  await product.importLines(lines);
  const buyer = await makeBuyer(request);
  const { token } = buyer.signIn;
  const data = { goods_id: product.id, quantity: ACCOUNTS };
  const { order_no: orderNo } = await callApi(request, 'POST', '/api/orders', { token, data });
  await signInAs(page, buyer, ENGLISH);
  const asked: number[] = [];
  page.on('response', (response) => {
    if (!/\/accounts\?format=json/.test(response.url())) return;
    void response.json().then((answer) => asked.push(answer.data.items.length));
  });

  await page.goto(`${areaOf(page)}/purchase-record?order=${orderNo}`);
  await page.getByRole('button', { name: 'Show accounts' }).click();
  const rows = page.getByRole('table', { name: 'Accounts' }).locator('tbody tr');
  await expect(rows).toHaveCount(50);
  await page
    .getByRole('navigation', { name: 'Pages of accounts' })
    .or(page.getByLabel('Pages of accounts'))
    .getByRole('button', { name: '3' })
    .click();
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText('101');
  expect(Math.max(...asked)).toBe(50);

  await page.getByRole('button', { name: 'Copy all' }).click();
  const whole = `${lines.join('\n')}\n`;
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(whole.slice(0, -1));
  for (const [name, ending] of [
    ['Download TXT', 'txt'],
    ['Download XLSX', 'xlsx'],
  ]) {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: name! }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`Bulk mailbox ${ACCOUNTS}.${ending}`);
    if (ending === 'txt') expect(await readFile(await file.path(), 'utf8')).toBe(whole);
  }

  // No columns chosen: all of them.
  await page.goto(`${areaOf(page)}/personal-information#delivery-format`);
  const panel = page.locator('#delivery-format');
  await panel.getByLabel('Between values').fill(':');
  await panel.getByRole('button', { name: 'Save format' }).click();
  await expect(panel.getByText('In use')).toBeVisible();
  await page.goto(`${areaOf(page)}/purchase-record?order=${orderNo}`);
  await expect(page.getByText('120 values contain the separator “:”')).toBeVisible();
  await page.getByRole('button', { name: 'Show accounts' }).click();
  await expect(page.locator('pre')).toContainText(lines[0]!.replaceAll('----', ':'));
});
