import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { signIn, signInColleague, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

/** Users with balances from another shop: a file, its preview, a second person, and what became of each line. */

test('a file of users is previewed, proposed, approved by a colleague and reported', async ({
  page,
  request,
}) => {
  const tag = randomUUID().slice(0, 8);
  const owner = await signInOwner(request);
  await signIn(page, owner);
  await page.goto('/admin/user');
  await page.getByRole('button', { name: 'Import users' }).click();
  const sheet = page.getByRole('dialog');
  const text = `username,email,balance\nmoved-${tag},moved-${tag}@old.example,12.345678\ntwo words,x@old.example,1\n`;
  const file = { name: `${tag}.csv`, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').last().setInputFiles(file);
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
  expect((await report).suggestedFilename()).toMatch(/^user-import-\d+\.csv$/);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('search').getByLabel('Username or e-mail').fill(`moved-${tag}`);
  const user = page.getByRole('row').filter({ hasText: `moved-${tag}@old.example` });
  await user.getByRole('cell').first().click();
  await expect(page.getByRole('dialog')).toContainText('Imported balance');
});
