import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { areaOf, ENGLISH, makeBuyer, signInAs } from '../pages/buyer.ts';
import { createProduct } from '../pages/new-product.ts';
import { downloadBy } from '../pages/shop.ts';
import { callApi } from '../wallets/payer.ts';

const ACCOUNTS = 420;

/** The last value ends in a blank, which is part of it, and some hold what a program may split by. */
const makeLines = (): string[] => {
  const tag = Date.now();
  return Array.from({ length: ACCOUNTS }, (_, n) => `bulk-${tag}-${n}@example.test----p:${n}----=1+${n}`).map(
    (line, n) => (n === ACCOUNTS - 1 ? `${line} ` : line),
  );
};

/** Runs in the page: Safari's rule. */
const CLOSED_AFTER_TAP = `(() => {
  let isInTap = false;
  const onTap = () => { isInTap = true; setTimeout(() => { isInTap = false; }); };
  for (const name of ['click', 'keydown']) addEventListener(name, onTap, true);
  const keep = (text) => { globalThis.copied = text; };
  const inTap = (copy) => (isInTap ? copy() : Promise.reject(new DOMException('too late', 'NotAllowedError')));
  const value = {
    writeText: (text) => inTap(async () => keep(text)),
    write: ([item]) => inTap(async () => keep(await (await item.getType('text/plain')).text())),
  };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value });
  document.execCommand = () => false;
})()`;

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
    .getByRole('button', { name: '9', exact: true })
    .click();
  await expect(rows).toHaveCount(20);
  await expect(rows.first()).toContainText('401');
  expect(Math.max(...asked)).toBeLessThanOrEqual(50);

  await page.getByRole('button', { name: 'Copy all' }).click();
  const whole = `${lines.join('\n')}\n`;
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(whole.slice(0, -1));
  for (const [name, ending] of [
    ['Download TXT', 'txt'],
    ['Download XLSX', 'xlsx'],
  ]) {
    const file = await downloadBy(page.getByRole('button', { name: name! }));
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
  await page.getByRole('button', { name: 'Show accounts' }).click();
  await expect(page.getByText(`${ACCOUNTS} values contain the separator “:”`)).toBeVisible();
  await expect(page.locator('pre')).toContainText(lines[0]!.replaceAll('----', ':'));

  // Where the clipboard is open within the tap only, what is still on its way is handed over as a promise.
  await page.evaluate(CLOSED_AFTER_TAP);
  await page.getByRole('button', { name: 'Copy all' }).click();
  // Read by columns, blanks round a value are none of it.
  const inOwnFormat = lines.map((line) => line.trimEnd().replaceAll('----', ':')).join('\n');
  await expect.poll(() => page.evaluate('globalThis.copied')).toBe(inOwnFormat);
});
