import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createProduct } from '../../pages/new-product.ts';
import { newBuyer, openAs, signInOwner } from '../../pages/people.ts';
import { callApi, payTopUp } from '../../wallets/payer.ts';

/** Two products of one form, the first with nine accounts, and one of another form; the owner is signed in. */
async function openProducts(page: Page, request: APIRequestContext) {
  const tag = randomUUID().slice(0, 6);
  const form = { columns: ['account', 'password'], separator: '----' };
  const fresh = await createProduct(request, { names: { en: `Gullmail ${tag}` }, price: '2', ...form });
  const aged = await createProduct(request, { names: { en: `Lanternmail ${tag}` }, price: '1', ...form });
  await createProduct(request, { names: { en: `Gulls ${tag}` }, price: '1', separator: '|' });
  await fresh.importLines(Array.from({ length: 9 }, (_, index) => `gull-${tag}-${index}----key`));
  const owner = await signInOwner(request);
  const as = { token: owner.token };
  const stockOf = async (id: string): Promise<number> =>
    (await callApi(request, 'GET', `/api/admin/goods/${id}`, as)).stock;
  await openAs(page, owner, `/admin/goods?tab=stock&goods_id=${fresh.id}`);
  return { tag, fresh, aged, as, stockOf };
}

test('unsold accounts are moved, sold at the other price, and moved back', async ({ page, request }) => {
  test.setTimeout(180_000);
  const { tag, fresh, aged, stockOf } = await openProducts(page, request);

  await test.step('four of them to the other product, after a preview in numbers', async () => {
    await page.getByRole('button', { name: 'Move, export or withdraw stock' }).click();
    const desk = page.getByRole('dialog');
    await desk.getByRole('radio', { name: /A number of them/ }).check();
    await desk.getByLabel('Number of accounts').fill('4');
    const target = desk.getByRole('combobox', { name: 'To the product' });
    await target.fill(tag);
    const found = page.getByRole('listbox', { name: 'To the product' });
    await expect(found.getByRole('option', { name: `Gulls ${tag}` })).toBeDisabled();
    await found.getByRole('option', { name: `Lanternmail ${tag}` }).click();
    await desk.getByRole('button', { name: 'Preview' }).click();
    await expect(desk.getByText(`Then left: Gullmail ${tag}`).locator('..')).toContainText('5');
    await expect(desk.getByText(`Then in stock: Lanternmail ${tag}`).locator('..')).toContainText('4');
    await desk.getByRole('button', { name: 'Move accounts: 4' }).click();
    await expect(page.getByText(`Moved to Lanternmail ${tag}: 4`)).toBeVisible();
    expect([await stockOf(fresh.id), await stockOf(aged.id)]).toEqual([5, 4]);
  });

  await test.step('a buyer gets one of them for the other price', async () => {
    const buyer = await newBuyer(request);
    await payTopUp(request, buyer.token, '20');
    const data = { goods_id: aged.id, quantity: 1, unit_price: '1' };
    const order = await callApi(request, 'POST', '/api/orders', { token: buyer.token, data });
    const { items } = await callApi(request, 'GET', `/api/orders/${order.order_no}/accounts`, {
      token: buyer.token,
    });
    expect(JSON.stringify(items)).toContain(`gull-${tag}-0`);
  });

  await test.step('the move is undone for the three that are left', async () => {
    await page.getByRole('button', { name: 'Moves and ageing' }).click();
    const row = page
      .getByRole('dialog')
      .getByRole('row')
      .filter({ hasText: `Lanternmail ${tag}` });
    await row.getByRole('button', { name: 'Undo' }).click();
    await row.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Moved back: 3').first()).toBeVisible();
    expect([await stockOf(fresh.id), await stockOf(aged.id)]).toEqual([8, 0]);
  });
});

test('accounts that were withdrawn by mistake are restored, at once or from their import', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const { tag, fresh, as, stockOf } = await openProducts(page, request);

  await test.step('all are withdrawn, and restored at once', async () => {
    await page.getByRole('button', { name: 'Move, export or withdraw stock' }).click();
    const desk = page.getByRole('dialog');
    await desk.getByLabel('Reason').fill('the wrong product');
    await desk.getByRole('button', { name: 'Withdraw' }).click();
    await desk.getByRole('alert').getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Withdrawn: 9')).toBeVisible();
    expect(await stockOf(fresh.id)).toBe(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Back on sale: 9')).toBeVisible();
    expect(await stockOf(fresh.id)).toBe(9);
  });

  await test.step('days later, one is restored from the list of its import', async () => {
    const data = { goods_id: fresh.id, reason: 'too old' };
    await callApi(request, 'POST', '/api/stock/withdrawals', { ...as, data });
    await page.reload();
    await page
      .getByRole('row')
      .filter({ hasText: `Gullmail ${tag}` })
      .first()
      .click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('Withdrawn, can be restored: 9')).toBeVisible();
    await sheet
      .getByRole('button', { name: /^Restore account/ })
      .first()
      .click();
    await expect(sheet.getByText('Withdrawn, can be restored: 8')).toBeVisible();
    expect(await stockOf(fresh.id)).toBe(1);
    await sheet.getByRole('button', { name: 'Restore all' }).click();
    await expect.poll(() => stockOf(fresh.id)).toBe(9);
  });
});
