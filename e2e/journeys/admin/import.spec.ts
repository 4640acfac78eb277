import { expect, test, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { actAs, openAs, signInColleague, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

const tag = randomUUID().slice(0, 6);
/** Until the shop marks the import as unfinished. */
const UNTIL_UNFINISHED_MS = 60_000;
const LINES = '**/api/stock/imports/*/lines';

const linesOf = (name: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `${name}-${tag}-${index}@tern.example----key-${index}----code-${index}`,
  ).join('\n');
const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

async function chooseFile(page: Page, file: ReturnType<typeof fileOf>): Promise<Locator> {
  await page.goto('/admin/goods?tab=stock');
  await page.getByRole('button', { name: 'Import accounts' }).click();
  const wizard = page.getByRole('dialog');
  await wizard.getByLabel('Product').selectOption('Quilletpost mailbox, new');
  await wizard.getByLabel('Note').fill(`terns ${tag}`);
  await wizard.locator('input[type=file]').setInputFiles(file);
  await wizard.getByRole('button', { name: 'Continue' }).click();
  return wizard;
}

async function startImport(page: Page, file: ReturnType<typeof fileOf>): Promise<Locator> {
  const wizard = await chooseFile(page, file);
  await wizard.getByRole('checkbox', { name: 'I have the right to sell these accounts' }).check();
  await wizard.getByRole('button', { name: 'Import', exact: true }).click();
  return wizard;
}

/** Lets so many parts through; the others get no answer until the import is called off. */
async function letThrough(page: Page, parts: number): Promise<void> {
  let seen = 0;
  await page.route(LINES, (route) => {
    seen += 1;
    return seen > parts ? route.abort('connectionfailed') : route.continue();
  });
}

const rowOf = (page: Page): Locator =>
  page
    .getByRole('row')
    .filter({ hasText: `terns ${tag}` })
    .first();

test('an import continues when its dialog is closed and when the network is interrupted', async ({
  page,
  context,
  request,
}) => {
  await actAs(page, await signInOwner(request));
  await letThrough(page, 3);
  const wizard = await startImport(page, fileOf('terns.txt', linesOf('first', 30_000)));
  await expect(wizard.getByText('No response from the shop')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(wizard).toBeHidden();
  await expect(rowOf(page)).toContainText('%');

  const other = await context.newPage();
  await other.goto('/admin/goods?tab=stock');
  const share = rowOf(other).getByRole('progressbar', { name: 'Import progress' });
  await expect(share).toBeVisible();
  await page.getByRole('link', { name: 'Orders', exact: true }).first().click();
  await expect(page).toHaveURL(/\/admin\/order/);
  await page.unroute(LINES);
  await expect(rowOf(other)).toContainText('Done', { timeout: 100_000 });
  await expect(rowOf(other)).toContainText('30,000');
  await expect(share).toBeHidden();
});

test('an import whose page was closed is unfinished and continues with the same file only', async ({
  page,
  context,
  request,
}) => {
  const text = linesOf('second', 30_000);
  await actAs(page, await signInOwner(request));
  await letThrough(page, 2);
  const wizard = await startImport(page, fileOf('more-terns.txt', text));
  await expect(wizard.getByText('No response from the shop')).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await asked).accept();

  const next = await context.newPage();
  await next.goto('/admin/goods?tab=stock');
  await expect(rowOf(next)).toContainText('Unfinished', { timeout: UNTIL_UNFINISHED_MS });
  await rowOf(next).click();
  const desk = next.getByRole('dialog');
  await expect(desk.getByText('Choose more-terns.txt again')).toBeVisible();
  const choose = (name: string, what: string): Promise<void> =>
    desk.locator('input[type=file]').setInputFiles(fileOf(name, what));
  await choose('short.txt', text.slice(1));
  await expect(desk.getByText('Its size differs from more-terns.txt.')).toBeVisible();
  await choose('more-terns.txt', linesOf('others', 30_000));
  await expect(desk.getByText('Its content differs at the point where the import stopped.')).toBeVisible();
  await desk.getByRole('button', { name: 'Done' }).click();

  await rowOf(next).click();
  await choose('more-terns.txt', text);
  await expect(desk.getByText('Lines added to stock: 30,000 of 30,000')).toBeVisible({
    timeout: 100_000,
  });
  await desk.getByRole('button', { name: 'Roll back' }).click();
  await desk.getByRole('alert').getByRole('button', { name: 'Roll back' }).click();
  await expect(rowOf(next)).toContainText('Rolled back');
});

test('the preview shows lines that cannot be sold, and the counts match after the import', async ({
  page,
  request,
}) => {
  await actAs(page, await signInOwner(request));
  const open = await chooseFile(page, fileOf('open.csv', 'login;password;note\nann;a"b;x\nbob;"open;y\n'));
  await expect(open.getByRole('row').filter({ hasText: 'Unclosed quote' })).toContainText('bob;"open;y');
  await expect(open.getByText('Lines: 2. Accounts to add: 1. Lines not added: 1.')).toBeVisible();
  await open.getByRole('button', { name: 'Back' }).click();
  await open.getByRole('button', { name: 'Remove file' }).click();
  await open
    .locator('input[type=file]')
    .setInputFiles({ ...fileOf('terns.zip', 'x'), mimeType: 'application/zip' });
  await expect(open.getByText('Only TXT, CSV and TSV files can be imported.')).toBeVisible();

  const text = `${linesOf('third', 5)}\n\nnonsense\nann----\n`;
  const buffer = Buffer.from(`\ufeff${text.replaceAll('----', '\t')}`, 'utf16le');
  const wizard = await chooseFile(page, {
    name: 'terns.tsv',
    mimeType: 'text/tab-separated-values',
    buffer,
  });
  await expect(wizard.getByText('Most lines are not complete accounts')).toBeVisible();
  await expect(wizard.getByText('1 question left to answer')).toBeVisible();
  await expect(wizard.getByText('Missing column')).toHaveCount(7);
  await wizard.getByText('Table (CSV)').click();
  await wizard.getByLabel('Column delimiter').selectOption('\t');
  await expect(wizard.getByText('Missing column')).toHaveCount(2);
  await expect(wizard.getByText('Lines: 7. Accounts to add: 5. Lines not added: 2.')).toBeVisible();
  await wizard.getByRole('checkbox', { name: 'I have the right to sell these accounts' }).check();
  await wizard.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(wizard.getByText('Lines added to stock: 5 of 8')).toBeVisible();
  await expect(wizard.getByText('Blank or header')).toBeVisible();
});

/** Users with balances from another shop: a file, its preview, a second person, and what became of each line. */
test('a file of users is previewed, proposed, approved by a colleague and reported', async ({
  page,
  request,
}) => {
  const tag = randomUUID().slice(0, 8);
  const owner = await signInOwner(request);
  await openAs(page, owner, '/admin/user');
  await page.getByRole('button', { name: 'Import users' }).click();
  const sheet = page.getByRole('dialog');
  const foreign = Buffer.concat([
    Buffer.from('username,email,balance\n'),
    Buffer.from([0xc8, 0xe2, 0xe0, 0xed, 0x2c, 0x69, 0x40, 0x6f, 0x6c, 0x64, 0x2c, 0x31]),
  ]);
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').last().setInputFiles({ name, mimeType: 'text/csv', buffer });
  await choose('windows.csv', foreign);
  await expect(sheet.getByText('This file is not UTF-8')).toBeVisible();
  await sheet.getByLabel('Encoding').selectOption('windows-1251');
  await expect(sheet.getByText('Иван,i@old,1')).toBeVisible();
  await sheet.getByRole('button', { name: 'Continue with this encoding' }).click();
  await expect(sheet.getByRole('table', { name: 'Skipped lines' })).toContainText('Иван');

  const text = `username,email,balance\nmoved-${tag},moved-${tag}@old.example,12.345678\ntwo words,x@old.example,1\n`;
  await choose(`${tag}.csv`, Buffer.from(text));
  await expect(sheet.getByRole('table', { name: 'First lines' })).toContainText(`moved-${tag}`);
  await expect(sheet.getByRole('table', { name: 'Skipped lines' })).toContainText('Invalid username');
  await sheet.getByLabel('Reason').fill('we move here');
  await sheet.getByRole('button', { name: 'Propose import' }).click();
  const row = sheet.getByRole('row').filter({ hasText: `${tag}.csv` });
  await expect(row).toContainText('Pending approval');

  const { token } = await signInColleague(request);
  const { items } = await callApi(request, 'GET', '/api/proposals?state=open&kind=userImportApproved', {
    token,
  });
  const mine = items.find(({ terms }: { terms: { file: string } }) => terms.file === `${tag}.csv`);
  await callApi(request, 'POST', `/api/proposals/${mine.id}/approve`, { token });
  await expect(row).toContainText('1 of 1 created');

  const report = page.waitForEvent('download');
  await row.getByRole('button', { name: `Download the lines of ${tag}.csv` }).click();
  expect((await report).suggestedFilename()).toMatch(/^user-import-\d+-\d{4}-\d\d-\d\d\.csv$/);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('search').getByLabel('Username or e-mail').fill(`moved-${tag}`);
  const user = page.getByRole('row').filter({ hasText: `moved-${tag}@old.example` });
  await user.getByRole('button', { name: `moved-${tag}` }).click();
  await expect(page.getByRole('dialog')).toContainText('Imported balance');
});

test('one table is imported into several products of a family by a column, and what is of none is kept', async ({
  page,
  request,
}) => {
  const owner = await signInOwner(request);
  const stockOf = async (name: string): Promise<number> => {
    const { items } = await callApi(request, 'GET', '/api/admin/goods?limit=100', { token: owner.token });
    return items.find((one: { name: string }) => one.name === `Tidemail mailbox, ${name}`).stock;
  };
  const before = [await stockOf('Germany, new'), await stockOf('Indonesia, new')];
  await openAs(page, owner, '/admin/goods?tab=stock');
  await page.getByRole('button', { name: 'Import accounts' }).click();
  const wizard = page.getByRole('dialog');
  await wizard.getByLabel('Product').selectOption('Tidemail mailbox, Brazil, new');
  const row = (index: number, country: string) =>
    `tide-${tag}-${index}@tide.example,key-${index},code-${index},${country}`;
  const rows = [row(1, 'DE'), row(2, 'ID'), row(3, 'FR'), row(4, 'DE')];
  const table = ['login,password,recovery,country', ...rows].join('\n');
  await wizard.getByLabel('Or paste accounts').fill(table);
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('checkbox', { name: 'I have the right to sell these accounts' }).check();
  const start = wizard.getByRole('button', { name: 'Import', exact: true });
  await expect(start).toBeDisabled();
  await wizard.getByLabel('Column that says the product').selectOption('3');
  const chosen = (value: string) => wizard.getByLabel(`Product for ${value}`).locator('option:checked');
  await expect(chosen('DE')).toHaveText('Tidemail mailbox, Germany, new');
  await expect(chosen('ID')).toHaveText('Tidemail mailbox, Indonesia, new');
  await expect(chosen('FR')).toHaveText('Choose');
  await expect(start).toBeDisabled();
  await wizard.getByLabel('Product for FR').selectOption('held');
  await start.click();
  await expect(wizard.getByText('Lines added to stock: 3 of 5')).toBeVisible();
  expect([await stockOf('Germany, new'), await stockOf('Indonesia, new')]).toEqual([
    before[0]! + 2,
    before[1]! + 1,
  ]);
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    wizard.getByRole('button', { name: 'Rejected lines, as they came' }).click(),
  ]);
  expect(readFileSync(await kept.path(), 'utf8')).toBe(`login,password,recovery,country\n${row(3, 'FR')}\n`);
});
