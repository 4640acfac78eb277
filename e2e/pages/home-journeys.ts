import { expect, test, type Locator } from '@playwright/test';
import { callApi } from '../wallets/payer.ts';
import { areaOf, ENGLISH, isWide, makeBuyer, prefer, signInAs } from './buyer.ts';
import { readFile } from 'node:fs/promises';
import { downloadBy } from './shop.ts';
import { scrollDownTo } from './every-screen.ts';

export const buyerHome = (): void =>
  test('a buyer’s home leads to the open top-up, the last accounts and the same order again', async ({
    page,
    request,
  }) => {
    const buyer = await makeBuyer(request);
    await signInAs(page, buyer, ENGLISH);
    const area = areaOf(page);
    const home = isWide(page) ? '/client/main' : '/mobile/index';
    await page.goto(home);
    await expect(page.locator('#content').getByTestId('balance')).toContainText(/\d/);
    const orders = page.getByRole('list', { name: 'Your last orders' });
    await expect(orders.getByText('3 accounts')).toBeVisible();
    const file = await downloadBy(orders.getByRole('button', { name: /accounts of order/ }));
    expect(file.suggestedFilename()).toBe(`${buyer.orderNo}.txt`);
    await orders.getByRole('link', { name: /^Buy again: / }).click();
    await expect(page).toHaveURL(/\/product\/\d+\?quantity=3/);
    const quantity = page.getByLabel('Quantity', { exact: true });
    await expect(quantity).toHaveValue('3');
    // What was typed survives a reload, and does not interfere with the next order.
    await quantity.fill('7');
    await page.reload();
    await expect(quantity).toHaveValue('7');
    await page.goto(home);
    await orders.getByRole('link', { name: /^Buy again: / }).click();
    await expect(quantity).toHaveValue('3');
    await page.goto(home);
    await page.getByRole('button', { name: /100.*Ethereum/ }).click();
    await expect(page).toHaveURL(`${area}/amount-recharge?order=${buyer.waitingId}`);
    // Counted from the orders of this shop, within seconds of the roll-up.
    await expect(async () => {
      await page.goto(home);
      await expect(page.getByRole('list', { name: 'Best sellers of the last 7 days' })).toContainText(
        'sold in 7 days',
        {
          timeout: 2_000,
        },
      );
    }).toPass({ timeout: 100_000 });
  });

export const liveBoard = (): void =>
  test('an order of anybody moves the home page’s figures and recent orders, without a reload', async ({
    page,
    request,
  }) => {
    const buyer = await makeBuyer(request);
    await signInAs(page, buyer, ENGLISH);
    await page.goto(isWide(page) ? '/client/main' : '/mobile/index');
    const tile = page.getByText('Sold today', { exact: true }).locator('..');
    const soldToday = async () => Number(/\d[\d,]*$/.exec(await tile.innerText())?.[0].replaceAll(',', ''));
    // On a desktop it is in another section, with the buyer's own orders.
    const board = page
      .locator('section', { has: page.getByRole('heading', { name: 'Recent orders' }) })
      .last();
    const newest = board.getByRole('listitem').first();
    await expect(newest).toBeVisible();
    const sold = await soldToday();
    expect(sold).toBeGreaterThan(0);
    const data = { goods_id: buyer.goodsId, quantity: 2 };
    const { token } = buyer.signIn;
    await callApi(request, 'POST', '/api/orders', { token, data });
    await expect(newest).toContainText('2 ×');
    await expect.poll(soldToday).toBe(sold + 2);
  });

export const paidLine = (): void =>
  test('“I’ve paid” leaves a line about what is looked for', async ({ page, request }) => {
    const buyer = await makeBuyer(request);
    await signInAs(page, buyer, ENGLISH);
    const area = areaOf(page);
    await page.goto(`${area}/amount-recharge?order=${buyer.waitingId}`);
    await page.getByRole('button', { name: 'I’ve paid' }).click();
    await page.getByRole('textbox', { name: 'Transaction hash' }).fill(`0x6e75${'0'.repeat(56)}f718`);
    await page.getByRole('button', { name: 'Check now' }).click();
    const line = page.getByTestId('submitted-payment');
    await expect(line).toContainText(/Looking for 0x6e.*f718/);
    await expect(line).toContainText('last checked');
    await page.reload();
    await expect(line).toContainText('Not found yet');

    // The page where a wallet pays has the line, and takes another transaction.
    await page.goto(`${isWide(page) ? '/pay' : '/mobile/cashRegister'}?order=${buyer.waitingId}`);
    await expect(line).toContainText(/Looking for 0x6e.*f718/);
    await page.getByRole('button', { name: 'I’ve paid' }).click();
    await page.getByRole('textbox', { name: 'Transaction hash' }).fill(`0x6f75${'0'.repeat(56)}f719`);
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(line).toContainText(/Looking for 0x6f.*f719/);
    await expect(line).toContainText('Not found yet');
    await expect(page.getByRole('button', { name: 'I’ve paid' })).toBeVisible();
  });

export const visitorHome = (): void =>
  test('a visitor sees products before they scroll, and one way to order', async ({ page, request }) => {
    await makeBuyer(request);
    await prefer(page, ENGLISH);
    await page.goto(isWide(page) ? '/client/main' : '/');
    const card = page
      .locator(
        isWide(page)
          ? 'ul[aria-label="Best sellers of the last 7 days"] a, ul[aria-label="Products"] a'
          : 'ul li h2 a',
      )
      .first();
    await expect(card).toBeVisible();
    const box = (await card.boundingBox())!;
    expect(box.y + box.height / 2).toBeLessThan(page.viewportSize()!.height);
    await card.click();
    await expect(page.getByRole('link', { name: 'Sign up and order' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Place order now' })).toHaveCount(0);
  });

async function fileBy(button: Locator) {
  const file = await downloadBy(button);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

export const statementFiles = (): void =>
  test('statement, receipt and history as files for bookkeeping', async ({ page, request }) => {
    const buyer = await makeBuyer(request);
    await signInAs(page, buyer, ENGLISH);
    const area = areaOf(page);
    await page.goto(`${area}/personal-information`);
    const sums = page.getByTestId('statement');
    await expect(sums).toContainText('500');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const pdf = await fileBy(button('Statement as PDF'));
    expect(pdf.name).toMatch(/^statement-[\d-]{21}-.+\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const table = async (name: string) => {
      await button(name).click();
      // The menu before may still be closing.
      const menu = page.getByRole('menu', { name, exact: true });
      return (await fileBy(menu.getByRole('menuitem', { name: 'CSV' }))).bytes.toString();
    };
    const csv = await table('Statement as a table');
    expect(csv).toMatch(/opening,,,0\r\n/);
    expect(csv).toContain(`sale,${buyer.orderNo},-`);
    expect(csv).toContain(`credit,${buyer.creditedId},`);
    expect(await table('Orders')).toContain(buyer.orderNo);
    expect(await table('Top-ups')).toContain(buyer.creditedId);

    await page.goto(`${area}/amount-recharge`);
    const receiptButton = button(`Receipt of ${buyer.creditedId}`);
    await scrollDownTo(receiptButton);
    const receipt = await fileBy(receiptButton);
    expect(receipt.name).toBe(`${buyer.creditedId}.pdf`);
    expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const payments = (await fileBy(button(`Receipt of ${buyer.creditedId} as CSV`))).bytes.toString();
    expect(payments).toContain(`${buyer.creditedId},`);

    await page.goto(`${area}/amount-recharge?order=${buyer.creditedId}`);
    const again = await fileBy(button('Receipt as PDF'));
    expect(again.name).toBe(`${buyer.creditedId}.pdf`);
  });
