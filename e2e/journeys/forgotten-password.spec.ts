import { expect, test } from '@playwright/test';
import { mailsTo, newBuyer } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';

test('a forgotten password is reset with the code from the e-mail', async ({ page, request }) => {
  const shop = new Shop(page, 'client');
  const { username, email, password, token } = await newBuyer(request);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/mode=reset/);

  await shop.press('Send code');
  await expect(page.getByText('Please enter your e-mail first')).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await shop.press('Send code');
  await expect(page.getByText('If this address is registered, a code is on its way.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resend in \d+ s$/ })).toBeDisabled();

  const mails = () => mailsTo(request, email);
  await expect.poll(mails, { timeout: 100_000 }).toHaveLength(1);
  const [mail] = await mails();
  const code = /\b\d{6}\b/.exec(mail!.text)![0];

  const fresh = 'lighthouse-7';
  await page.getByLabel('Verification code').fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('New password').fill(fresh);
  await page.getByLabel('Confirm password').fill('lighthouse-8');
  await shop.press('Set new password');
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm password').fill(fresh);
  await shop.press('Set new password');
  await expect(page.getByText('Verification code wrong')).toBeVisible();
  await page.getByLabel('Verification code').fill(code);
  await shop.press('Set new password');
  await expect(page.getByText('Password changed. Sign in with your new password.')).toBeVisible();

  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await shop.press('Sign in');
  await expect(page.getByText('Incorrect username or password')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(fresh);
  await shop.press('Sign in');
  await expect(page).toHaveURL('/client/main');

  // All earlier sessions have ended.
  const former = await request.get('/api/users/balance', { headers: { authorization: `Bearer ${token}` } });
  expect(former.status()).toBe(401);
});

test('content that loads later below the form does not move its buttons', async ({ page }) => {
  let answer = (): void => undefined;
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('/api/sandbox', async (route) => {
    await isAsked;
    await route.continue();
  });
  await page.goto('/login');
  const link = page.getByRole('link', { name: 'Forgot password?' });
  let before: Awaited<ReturnType<typeof link.boundingBox>> = null;
  // The page's first picture is taken over by the living page: for a moment the link found is the old one.
  await expect(async () => {
    before = await link.boundingBox();
    expect(before).not.toBeNull();
  }).toPass();
  answer();
  await expect(page.getByRole('heading', { name: 'Sandbox sign-ins' })).toBeVisible();
  expect(await link.boundingBox()).toEqual(before);
});
