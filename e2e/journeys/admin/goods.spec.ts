import { expect, test, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { actAs, openAs, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

const tag = randomUUID().slice(0, 6);
const PRODUCT = `Gullmail ${tag}`;
const line = (index: number) => `gull-${tag}-${index}@gull.example----key-${index}`;

test.describe.configure({ mode: 'serial' });

const startImport = async (page: Page) => {
  await page.goto('/admin/goods?tab=stock');
  await page.getByRole('button', { name: 'Import accounts' }).click();
  const wizard = page.getByRole('dialog');
  await wizard.getByLabel('Product').selectOption(PRODUCT);
  return wizard;
};

test('a category and a product are created, priced, copied and put on sale', async ({ page, request }) => {
  await openAs(page, await signInOwner(request), '/admin/goods?tab=categories');
  await page.getByRole('button', { name: 'New category' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(`Gulls ${tag}`);
  await dialog.getByRole('tab', { name: 'Русский' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(`Чайки ${tag}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: `Gulls ${tag}` })).toContainText('en, ru');

  await page.getByRole('tab', { name: 'Products' }).click();
  await page.getByRole('button', { name: 'New product' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name in at least one language')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill(PRODUCT);
  await dialog.getByRole('tab', { name: 'Русский' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill(`Чайкапочта ${tag}`);
  await dialog.getByLabel('Unit price').fill('0.5');
  await dialog.getByRole('button', { name: 'Add price tier' }).click();
  await dialog.getByLabel('Tier 1: minimum quantity').fill('100');
  await dialog.getByLabel('Tier 1: unit price').fill('0.4');
  await dialog.getByLabel('Category').selectOption(`Gulls ${tag}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Off sale')).toBeVisible();
  await dialog.getByRole('button', { name: 'Put on sale' }).click();
  await expect(dialog.getByText('On sale', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(page.getByText('Product duplicated. The copy is not on sale yet.')).toBeVisible();
  await page.keyboard.press('Escape');

  const { items } = await callApi(request, 'GET', `/api/goods?q=${encodeURIComponent(PRODUCT)}`);
  expect(items).toMatchObject([{ name: PRODUCT, price_tiers: [{ min_quantity: 100, price: '0.4' }] }]);
});

test('products go out as a file, and come back changed once the differences were seen', async ({
  page,
  request,
}) => {
  await openAs(page, await signInOwner(request), '/admin/goods');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = readFileSync(await (await coming).path(), 'utf8').replace('\ufeff', '');
  // Its copy is not on sale.
  const goodsNow = async () =>
    (await callApi(request, 'GET', `/api/goods?q=${encodeURIComponent(PRODUCT)}`)).items[0];
  const { id } = await goodsNow();
  expect(file.split('\r\n').find((row) => row.startsWith(`${id},`))).toContain(PRODUCT);
  await page.getByRole('button', { name: 'From a file' }).click();
  const sheet = page.getByRole('dialog');
  const choose = (text: string) =>
    sheet
      .locator('input[type=file]')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('name,price\nnobody,1\n');
  await expect(sheet.getByRole('alert')).toContainText('not a table with an id column');
  await choose(`id,price\n${id},0.45\n`);
  await expect(sheet).toContainText(PRODUCT);
  await expect(sheet).toContainText('0.45');
  expect((await goodsNow()).price).toBe('0.5');
  await sheet.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(sheet).toBeHidden();
  expect((await goodsNow()).price).toBe('0.45');
});

test('a table is imported with mapped columns; refused lines can be downloaded, and the import rolled back', async ({
  page,
  request,
}) => {
  await actAs(page, await signInOwner(request));
  const wizard = await startImport(page);
  const rows = Array.from({ length: 12 }, (_, index) => `x;gull-${tag}-${index}@gull.example;key-${index}`);
  await wizard
    .getByLabel('Or paste accounts')
    .fill(['note;login;password', ...rows, rows[0], 'x;alone'].join('\n'));
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await expect(wizard.getByText('Table (CSV)')).toBeVisible();
  await wizard.getByLabel('account', { exact: true }).selectOption({ index: 2 });
  await wizard.getByLabel('password', { exact: true }).selectOption({ index: 3 });
  await expect(wizard.getByText(`gull-${tag}-2@gull.example`)).toBeVisible();
  await expect(wizard.getByText('Lines: 14. Accounts to add: 13. Lines not added: 1.')).toBeVisible();
  await expect(wizard.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await wizard.getByRole('checkbox', { name: 'I have the right to sell these accounts' }).check();
  await wizard.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(wizard.getByText('Lines added to stock: 12 of 15')).toBeVisible();
  const [left] = await Promise.all([
    page.waitForEvent('download'),
    wizard.getByRole('button', { name: 'Reasons (CSV)' }).click(),
  ]);
  const csv = readFileSync(await left.path(), 'utf8');
  expect(csv).toContain('duplicate');
  expect(csv).toContain('column missing');
  await wizard.getByRole('button', { name: 'Done' }).click();

  const batch = page.getByRole('row').filter({ hasText: PRODUCT }).first();
  await batch.click();
  const desk = page.getByRole('dialog');
  await desk
    .getByRole('button', { name: /^Reveal account/ })
    .first()
    .click();
  await desk.getByLabel('Reason for revealing').fill('a buyer asks');
  await desk.getByRole('button', { name: 'Reveal', exact: true }).first().click();
  await expect(desk.getByText(line(0))).toBeVisible();
  await desk.getByRole('button', { name: 'Roll back' }).click();
  await expect(desk.getByText('withdrawn permanently: 12')).toBeVisible();
  await desk.getByRole('alert').getByRole('button', { name: 'Roll back' }).click();
  await expect(desk.getByText('Rolled back', { exact: true })).toBeVisible();
});

test('a large file is imported with a progress bar; unsold items are exported and withdrawn', async ({
  page,
  request,
}) => {
  const lines = Array.from({ length: 20_000 }, (_, index) => line(10_000 + index));
  await actAs(page, await signInOwner(request));
  const wizard = await startImport(page);
  await wizard.locator('input[type=file]').setInputFiles({
    name: 'gulls.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n')),
  });
  await expect(wizard.getByText('gulls.txt')).toBeVisible();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('checkbox', { name: 'I have the right to sell these accounts' }).check();
  await wizard.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(wizard.getByText('Lines added to stock: 20,000 of 20,000')).toBeVisible({
    timeout: 100_000,
  });
  await wizard.getByRole('button', { name: 'Done' }).click();

  await page.getByLabel('Product', { exact: true }).selectOption(PRODUCT);
  await page.getByRole('button', { name: 'Move, export or withdraw stock' }).click();
  const desk = page.getByRole('dialog');
  await expect(desk.getByText('20,000', { exact: true })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    desk.getByRole('button', { name: 'Export as a file' }).click(),
  ]);
  expect(
    readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\n'),
  ).toEqual(lines);
  await desk.getByLabel('Reason').fill('the supplier wants them back');
  await desk.getByRole('button', { name: 'Withdraw' }).click();
  await desk.getByRole('alert').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn: 20,000')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: PRODUCT }).first()).toContainText('20,000');
});

test('a drawer asks before it closes over what was typed, and so does the browser’s back', async ({
  page,
  request,
}) => {
  await openAs(page, await signInOwner(request), '/admin/goods');
  await page.getByRole('button', { name: 'New product' }).click();
  const drawer = page.getByRole('dialog').filter({ has: page.getByLabel('Unit price') });
  const name = drawer.getByLabel('Name', { exact: true });
  await name.fill('A name that took long to find');
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('A name that took long to find');
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(name).toHaveValue('A name that took long to find');
  await expect(page).toHaveURL(/open=new/);
  // A larger quantity at a higher price is said, not refused.
  await drawer.getByLabel('Unit price').fill('3.5');
  await drawer.getByRole('button', { name: 'Add price tier' }).click();
  await drawer.getByLabel('Tier 1: minimum quantity').fill('50');
  await drawer.getByLabel('Tier 1: unit price').fill('3.9');
  await expect(drawer.getByText('A larger quantity costs more per account')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(drawer).toHaveCount(0);
  // Nothing typed, nothing asked.
  await page.getByRole('button', { name: 'New product' }).click();
  await name.waitFor();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});
