import { expect, test } from '@playwright/test';
import { mailsTo, newBuyer, signIn } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';

test('a buyer changes their e-mail address with the code sent to the new one', async ({ page, request }) => {
  const shop = new Shop(page, 'client');
  const buyer = await newBuyer(request);
  const target = `new-${buyer.email}`;
  await signIn(page, buyer);
  await page.goto('/client/personal-information');
  await shop.press('Change e-mail address');
  const sheet = page.getByRole('dialog', { name: 'Change e-mail address' });
  await sheet.getByLabel('New e-mail').fill(buyer.email.toUpperCase());
  await sheet.getByLabel('Current password').fill('not it at all');
  await sheet.getByRole('button', { name: 'Send code' }).click();
  await expect(sheet.getByText('This is already your address')).toBeVisible();
  await sheet.getByLabel('New e-mail').fill(target);
  await sheet.getByRole('button', { name: 'Send code' }).click();
  await expect(sheet.getByText('Original password incorrect')).toBeVisible();
  await sheet.getByLabel('Current password').fill(buyer.password);
  await sheet.getByRole('button', { name: 'Send code' }).click();
  await expect(sheet.getByText(`A code is on its way to ${target}`)).toBeVisible();
  await expect(sheet.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();

  await expect.poll(() => mailsTo(request, target), { timeout: 100_000 }).toHaveLength(1);
  const [mail] = await mailsTo(request, target);
  await page.keyboard.type(/\b\d{6}\b/.exec(mail!.text)![0]);
  await expect(page.getByText('E-mail address changed.')).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByText(target, { exact: true })).toBeVisible();
  await expect.poll(() => mailsTo(request, buyer.email), { timeout: 100_000 }).toHaveLength(1);
});
