import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createProduct } from '../../pages/new-product.ts';
import { openAs, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

/** Ten products that share a word which no other journey knows. */
async function tenProducts(request: APIRequestContext): Promise<{ word: string }> {
  const word = `Decade${randomUUID().slice(0, 8)}`;
  for (let at = 0; at < 10; at += 1) {
    await createProduct(request, { names: { en: `${word} ${at}` }, price: `1.${at}` });
  }
  return { word };
}

async function pricesOf(request: APIRequestContext, word: string): Promise<string[]> {
  const { token } = await signInOwner(request);
  const { items } = await callApi(request, 'GET', `/api/admin/goods?q=${word}&sort=name`, { token });
  return items.map(({ price }: { price: string }) => price);
}

async function openTable(page: Page, request: APIRequestContext, word: string): Promise<void> {
  await openAs(page, await signInOwner(request), `/admin/goods?q=${word}`);
  await expect(page.getByRole('button', { name: `${word} 0`, exact: true })).toBeVisible();
}

const isPhone = (page: Page): boolean => page.viewportSize()!.width < 600;

const BEFORE = Array.from({ length: 10 }, (_, at) => (at === 0 ? '1' : `1.${at}`));
const AFTER = ['1.05', '1.16', '1.26', '1.37', '1.47', '1.58', '1.68', '1.79', '1.89', '2'];

test('ten prices rise by five percent and are undone', async ({ page, request }) => {
  const { word } = await tenProducts(request);
  await openTable(page, request, word);
  if (isPhone(page)) await page.getByRole('checkbox', { name: `${word} 0` }).check();
  else await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Select all 10 that match' }).click();
  await page.getByRole('button', { name: 'Change several…' }).click();
  await page.getByLabel('Change in percent').fill('5');
  await page.getByRole('button', { name: 'Next: check the change' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(`${word} 9`)).toBeVisible();
  await expect(sheet.getByText('10', { exact: true }).first()).toBeVisible();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('10 products changed.')).toBeVisible();
  expect(await pricesOf(request, word)).toEqual(AFTER);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(await pricesOf(request, word)).toEqual(BEFORE);
});

test('a price is edited in the table, and a view of it saved', async ({ page, request }) => {
  const { word } = await tenProducts(request);
  await openTable(page, request, word);
  const row = page.getByRole(isPhone(page) ? 'listitem' : 'row').filter({ hasText: `${word} 2` });
  const edit = row.getByRole('button', { name: 'Unit price: edit' });
  await edit.click();
  const field = page.getByRole('textbox', { name: 'Unit price: edit' });
  await field.fill('0');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.press('Escape');
  await edit.click();
  await field.fill('4.5');
  await field.press('Enter');
  await expect(page.getByText('4.50').first()).toBeVisible();
  expect(await pricesOf(request, word)).toEqual(BEFORE.with(2, '4.5'));
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of this view' }).fill(word);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto('/admin/goods');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: word, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: `Delete view ${word}` }).click();
  await expect(page.getByRole('button', { name: word, exact: true })).toBeHidden();
});
