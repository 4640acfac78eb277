import { expect, test, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createProduct } from '../../pages/new-product.ts';
import { actAs, newBuyer, signInOwner } from '../../pages/people.ts';
import { callApi, payTopUp } from '../../wallets/payer.ts';

/** Counts clicks; typing is none. */
function countClicks() {
  let clicks = 0;
  return {
    async click(locator: Locator) {
      clicks += 1;
      await locator.click();
    },
    taken: () => clicks,
  };
}

/** Three of five accounts were sold today. */
async function checkReorder(page: Page, id: string, tag: string): Promise<void> {
  await page.goto('/admin/goods?tab=reorder');
  const row = page.getByRole('row').filter({ hasText: `Lanternmail ${tag}` });
  for (const said of ['Runs out soon', `Quay ${tag}`, '0.4']) await expect(row).toContainText(said);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const [header = '', ...lines] = readFileSync(await (await coming).path(), 'utf8').split('\r\n');
  expect(header).toContain('product_id,product,reason,supplier');
  // At today's pace, thirty days take five more than are left.
  const own = lines.find((line) => line.startsWith(`${id},`))!;
  expect(own).toContain(`${id},"Lanternmail ${tag}",soon,"Quay ${tag}",`);
  const [stock, , daysLeft, suggested, cost] = own.split(',').slice(5);
  expect({ stock, daysLeft, suggested, cost }).toEqual({
    stock: '2',
    daysLeft: '9.3',
    suggested: '5',
    cost: '0.4',
  });
}

test('an import says its cost and supplier without a click more, and what was earned takes two', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const tag = randomUUID().slice(0, 6);
  const owner = await signInOwner(request);
  const product = { names: { en: `Lanternmail ${tag}` }, price: '1.5', columns: ['account', 'password'] };
  const { id } = await createProduct(request, { ...product, separator: '----' });
  await actAs(page, owner);

  await test.step('four clicks as without a cost: import, continue, the right to sell, start', async () => {
    await page.goto('/admin/goods?tab=stock');
    const { click, taken } = countClicks();
    await click(page.getByRole('button', { name: 'Import accounts' }));
    const wizard = page.getByRole('dialog');
    await wizard.getByLabel('Product').selectOption(id);
    const lines = Array.from({ length: 5 }, (_, index) => `beacon-${tag}-${index}----key`);
    await wizard.getByLabel('Or paste accounts, one per line').fill(lines.join('\n'));
    await wizard.getByLabel('Cost, USDT').fill('2');
    await wizard.getByLabel('Supplier').fill(`Quay ${tag}`);
    await click(wizard.getByRole('button', { name: 'Continue', exact: true }));
    await click(wizard.getByRole('checkbox', { name: /right to sell/ }));
    await click(wizard.getByRole('button', { name: 'Import', exact: true }));
    await expect(wizard.getByText(/Lines added to stock: 5 of/)).toBeVisible();
    expect(taken()).toBe(4);
  });

  await test.step('a buyer buys three', async () => {
    const { token } = await newBuyer(request);
    await payTopUp(request, token, '20');
    await callApi(request, 'POST', '/api/orders', { token, data: { goods_id: id, quantity: 3 } });
  });

  await test.step('what did we earn: two clicks on the sales page, 4.5 less 1.2', async () => {
    await page.goto('/admin/sales');
    const { click, taken } = countClicks();
    await click(page.getByRole('tab', { name: 'Profit' }));
    await click(page.getByText('Supplier', { exact: true }));
    const row = page.getByRole('row').filter({ hasText: `Quay ${tag}` });
    await expect(row).toContainText('4.5');
    await expect(row).toContainText('1.2');
    await expect(row).toContainText('3.3');
    expect(taken()).toBe(2);
  });

  await test.step('what runs out is listed with how much to buy, from whom and at what cost, also as a file', async () => {
    await checkReorder(page, id, tag);
  });

  await test.step('the cost is corrected in the import, and the profit follows', async () => {
    await page.goto('/admin/goods?tab=stock');
    await page
      .getByRole('row')
      .filter({ hasText: `Lanternmail ${tag}` })
      .click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText(`Quay ${tag}`);
    await sheet.getByRole('button', { name: 'Change cost or supplier' }).click();
    await sheet.getByLabel('Cost, USDT').fill('5');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet.getByRole('button', { name: 'Change cost or supplier' })).toBeVisible();
    await page.goto('/admin/sales?tab=profit&by=supplier');
    await expect(page.getByRole('row').filter({ hasText: `Quay ${tag}` })).toContainText('1.5');
  });
});
