import { expect, test, type APIRequestContext } from '@playwright/test';
import { mailsTo, newBuyer, signIn } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';
import { randomUUID } from 'node:crypto';

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

  // Every earlier session has ended.
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
  // React replaces the prerendered page: for a moment the link found is the old one.
  await expect(async () => {
    before = await link.boundingBox();
    expect(before).not.toBeNull();
  }).toPass();
  answer();
  await expect(page.getByRole('heading', { name: 'Sandbox sign-ins' })).toBeVisible();
  expect(await link.boundingBox()).toEqual(before);
});

/** After so many wrong passwords, strangers' attempts need a proof of work; ten from one address block that address. */
const FREE_ATTEMPTS = 30;

/** The journeys' sandbox trusts this machine to name the visitor's address, like a proxy. */
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Addresses unique to this run, because all journeys share the sandbox. */
const network = `2001:db8:${randomUUID().slice(0, 4)}`;

async function guess(request: APIRequestContext, username: string, address: string): Promise<number> {
  const answer = await request.post('/api/auth/login', {
    data: { username, password: 'a wrong guess' },
    headers: from(address),
  });
  return (await answer.json()).code;
}

test('while a password is guessed from everywhere, its owner still signs in from anywhere', async ({
  page,
  request,
}) => {
  const buyer = await newBuyer(request);
  for (let index = 0; index < FREE_ATTEMPTS; index += 1)
    expect(await guess(request, buyer.username, `${network}:${index.toString(16)}::1`)).toBe(511);
  // A stranger's next guess is not even checked.
  expect(await guess(request, buyer.username, `${network}:ffff::1`)).toBe(300_060);

  await page.setExtraHTTPHeaders(from(`${network}:aaaa::1`));
  const challenge = page.waitForResponse('**/api/auth/challenges');
  await page.goto('/login');
  await page.getByLabel('Username').fill(buyer.username);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  expect((await (await challenge).json()).data.bits).toBeGreaterThanOrEqual(16);
  // The proof was accepted; only the password is wrong.
  await expect(page.getByText('Incorrect username or password')).toBeVisible();

  await signIn(page, buyer);
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
});

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
  await expect(sheet.getByText('Password incorrect')).toBeVisible();
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
