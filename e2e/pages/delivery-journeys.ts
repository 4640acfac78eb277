import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { areaOf, ENGLISH, makeBuyer, signInAs, type Buyer } from './buyer.ts';
import { createProduct } from './new-product.ts';
import { mailsTo, type Mail } from './people.ts';
import { downloadBy } from './shop.ts';
import { callApi } from '../wallets/payer.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** A product with a second factor, an instruction and a file name of its own, sold once to this buyer. */
async function sellWithSecret(
  request: APIRequestContext,
  token: string,
  secretColumn = '2FA',
): Promise<string> {
  const product = await createProduct(request, {
    names: { en: 'Guarded mailbox' },
    price: '1',
    columns: ['account', 'password', secretColumn],
    instructions: { en: '<p>Wait <strong>five minutes</strong> before the first sign-in.</p>' },
    file_name: '{product} {quantity}',
  });
  await product.importLines(
    [1, 2].map((n) => `guarded-${Date.now()}-${n}@example.test----pass-${n}----${SECRET}`),
  );
  const order = await callApi(request, 'POST', '/api/orders', {
    token,
    data: { goods_id: product.id, quantity: 2 },
  });
  return order.order_no as string;
}

async function saveFormat(page: Page): Promise<void> {
  const panel = page.locator('#delivery-format');
  await panel.getByText('CSV', { exact: true }).click();
  const columns = panel.getByLabel('Columns, in order');
  for (const name of ['2FA', 'account']) {
    await columns.fill(name);
    await columns.press('Enter');
  }
  await expect(panel.getByTestId('format-sample')).toContainText('2FA,account');
  await panel.getByRole('button', { name: 'Save format' }).click();
  await expect(panel.getByText('In use')).toBeVisible();
}

export const deliveryFormat = (): void =>
  test('accounts in the format of the buyer’s own program, with one-time codes and an instruction', async ({
    page,
    request,
  }) => {
    const sent: string[] = [];
    page.on('request', (one) => sent.push(one.url() + (one.postData() ?? '')));
    const buyer = await makeBuyer(request);
    const orderNo = await sellWithSecret(request, buyer.signIn.token);
    await signInAs(page, buyer, ENGLISH);
    const area = areaOf(page);

    await page.goto(`${area}/purchase-record?order=${orderNo}`);
    await expect(page.getByRole('heading', { name: 'How to use the accounts' })).toBeVisible();
    await expect(page.getByText('five minutes')).toBeVisible();
    await page.getByRole('button', { name: 'Show accounts' }).click();
    const code = page.getByTestId('one-time-code').first();
    await expect(code).toHaveText(/^\d{6}$/);
    expect(sent.filter((one) => one.includes(SECRET))).toEqual([]);

    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Format settings' }).click();
    const settings = await opened;
    await saveFormat(settings);
    await settings.close();
    await page.goto(`${area}/purchase-record?order=${orderNo}`);
    await page.getByRole('button', { name: 'Show accounts' }).click();
    await expect(page.locator('pre')).toContainText(`${SECRET},guarded-`);
    await expect(page.getByRole('heading', { name: 'One-time codes' })).toBeVisible();
    await expect(code).toHaveText(/^\d{6}$/);
    expect(sent.filter((one) => one.includes(SECRET))).toEqual([]);
    const file = await downloadBy(page.getByRole('button', { name: 'Download in my format' }));
    expect(file.suggestedFilename()).toBe('Guarded mailbox 2.csv');
    const [header, first] = (await readFile(await file.path(), 'utf8')).split('\n');
    expect(header).toBe('\uFEFF2FA,account');
    expect(first).toMatch(new RegExp(`^${SECRET},guarded-`));

    // The next order's e-mail is in that format too; the first one's was as imported.
    const next = await sellWithSecret(request, buyer.signIn.token);
    const asImported = await mailOf(request, buyer, orderNo);
    expect(asImported.attachments[0]!.content).toContain('@example.test----pass-1----');
    const inFormat = await mailOf(request, buyer, next);
    expect(inFormat.attachments[0]!.filename).toBe('Guarded mailbox 2.csv');
    expect(inFormat.attachments[0]!.content).toMatch(
      new RegExp(`^\uFEFF?2FA,account\r?\n${SECRET},guarded-`),
    );
    for (const { text, html } of [asImported, inFormat]) {
      expect(text).toContain('Wait five minutes before the first sign-in.');
      expect(html).toContain('<strong>five minutes</strong>');
    }
  });

/** The e-mail that delivered an order. */
async function mailOf(request: APIRequestContext, { signIn }: Buyer, orderNo: string): Promise<Mail> {
  const { email } = signIn.user as { readonly email: string };
  const find = async () =>
    (await mailsTo(request, email)).find(
      ({ subject, text, attachments }) => `${subject} ${text}`.includes(orderNo) && attachments.length > 0,
    );
  await expect.poll(find, { timeout: 100_000 }).toBeDefined();
  return (await find())!;
}

export const chosenCodeColumn = (): void =>
  test('one-time codes of a column whose name says nothing, once the buyer has chosen it', async ({
    page,
    request,
  }) => {
    const buyer = await makeBuyer(request);
    const orderNo = await sellWithSecret(request, buyer.signIn.token, 'seed');
    await signInAs(page, buyer, ENGLISH);
    const sent: string[] = [];
    page.on('request', (one) => sent.push(one.url() + (one.postData() ?? '')));
    await page.goto(`${areaOf(page)}/purchase-record?order=${orderNo}`);
    await page.getByRole('button', { name: 'Show accounts' }).click();
    const codes = page.getByTestId('one-time-code');
    const column = page.getByLabel('Show one-time codes for');
    await expect(column).toBeVisible();
    await expect(codes).toHaveCount(0);
    await column.selectOption('seed');
    await expect(codes).toHaveCount(2);
    await expect(codes.first()).toHaveText(/^\d{6}$/);
    expect(sent.filter((one) => one.includes(SECRET))).toEqual([]);
    await column.selectOption('No column');
    await expect(codes).toHaveCount(0);
  });
