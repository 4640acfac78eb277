import { expect, test, type Browser, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { areaOf } from '../pages/buyer.ts';
import { createProduct } from '../pages/new-product.ts';
import { newBuyer, openAs, signIn, signInOwner, type Person } from '../pages/people.ts';
import { callApi, payTopUp } from '../wallets/payer.ts';

async function openOffice(browser: Browser, owner: Person): Promise<Page> {
  const desk = { viewport: { width: 1440, height: 900 }, isMobile: false };
  const office = await (await browser.newContext(desk)).newPage();
  await signIn(office, owner);
  return office;
}

async function recordPayment(office: Page, supplierId: string, name: string): Promise<void> {
  await office.goto(`/admin/goods?tab=suppliers&open=${supplierId}`);
  const sheet = office.getByRole('dialog');
  await sheet.getByLabel('Paid to the supplier').fill('0.7');
  await sheet.getByLabel('Reference').fill('Wallet, last week');
  await sheet.getByRole('button', { name: 'Record payment' }).click();
  await expect(sheet.getByRole('heading', { name: 'Pending approval' })).toBeVisible();
  await expect(sheet.getByRole('listitem').filter({ hasText: '0.7' })).toContainText(name);
}

test('a supplier brings a file, the operator puts it on sale, and what is sold of it is owed', async ({
  page,
  browser,
  request,
}) => {
  const tag = randomUUID().slice(0, 6);
  const name = `Quaymail ${tag}`;
  const product = { names: { en: name }, price: '1.5', columns: ['login', 'password'], warranty_hours: 0 };
  const { id } = await createProduct(request, { ...product, separator: '----' });
  const owner = await signInOwner(request);
  const by = { token: owner.token };
  const supplier = await newBuyer(request);
  const called = { name: `Quay supplies ${tag}` };
  const { id: supplierId } = await callApi(request, 'POST', '/api/stock/suppliers', { ...by, data: called });
  const person = { username: supplier.username, goods_ids: [id], lines_a_day: 100 };
  const path = `/api/stock/suppliers/${supplierId}/person`;
  await callApi(request, 'PUT', path, { ...by, data: { person } });

  await openAs(page, supplier, `${areaOf(page)}/supplier`);
  const due = page.getByText('Due to you', { exact: true }).locator('xpath=following-sibling::*[1]');
  await expect(due).toHaveText('0.00 USDT');
  const brought = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Your imports' }) });

  await test.step('what the file holds waits', async () => {
    const lines = ['pier', 'mole', 'quay'].map((one) => `${one}-${tag}@box.example----secret`);
    const file = { name: 'accounts.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\r\n')) };
    await expect(page.getByLabel('Product')).toHaveValue(id);
    await page.getByLabel('Your price for each').fill('0.7');
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByLabel('Accounts, one per line')).toHaveValue(lines.join('\n'));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Confirm this first')).toBeVisible();
    await page.getByLabel('I have the right to sell').check();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Added: 3. Known already or rejected: 0.')).toBeVisible();
    await expect(brought).toContainText(name);
    const [batch] = (await callApi(request, 'GET', '/api/suppliers/own/batches', supplier)).items;
    expect(batch).toMatchObject({ waiting: 3, unsold: 0, sold: 0, cost: '0.7' });
  });

  await test.step('the operator sees what putting it on sale may cost', async () => {
    const office = await openOffice(browser, owner);
    await office.goto('/admin/goods?tab=stock&waiting=true');
    await office.getByRole('row').filter({ hasText: name }).click();
    const sheet = office.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Put on sale' }).click();
    await expect(sheet.getByRole('alert')).toContainText('is owed 0.70 USDT for each one sold');
    await sheet.getByRole('alert').getByRole('button', { name: 'Put on sale' }).click();
    await expect(sheet.getByRole('button', { name: 'Put on sale' })).toHaveCount(0);
    await office.close();
  });

  await test.step('a buyer buys one', async () => {
    const { token } = await newBuyer(request);
    await payTopUp(request, token, '20');
    await callApi(request, 'POST', '/api/orders', { token, data: { goods_id: id, quantity: 1 } });
  });

  await test.step('the supplier sees the sale, and what is due', async () => {
    await page.reload();
    await expect(due).toHaveText('0.70 USDT');
    await expect(brought).toContainText('0.70');
    const [batch] = (await callApi(request, 'GET', '/api/suppliers/own/batches', supplier)).items;
    expect(batch).toMatchObject({ waiting: 0, unsold: 2, sold: 1, in_warranty: 0, owed: '0.7' });
  });

  await test.step('a payment that is recorded says that it waits for a second person', async () => {
    const office = await openOffice(browser, owner);
    await recordPayment(office, supplierId, called.name);
    await office.close();
  });
});
