import { expect, test, type Page } from '@playwright/test';
import { newBuyer, signIn, signInOwner, type Person } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';
import { callApi } from '../wallets/payer.ts';
import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

const wrongFor = (code: string): string => (code === '123456' ? '654321' : '123456');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Two-factor sign-in' });

/** Digits typed into the first box move on, as from a keyboard. */
async function type(page: Page, code: string): Promise<void> {
  await sheet(page).locator('input[inputmode=numeric]').first().click();
  await page.keyboard.type(code);
}

/** Turns it on through the page; returns the app's key and the recovery codes. */
async function turnOn(page: Page, { password }: Person): Promise<{ secret: string; recovery: string[] }> {
  await page.goto('/client/personal-information');
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  await sheet(page).getByLabel('Password', { exact: true }).fill('not it at all');
  await sheet(page).getByRole('button', { name: 'Continue' }).click();
  await expect(sheet(page).getByText('Password incorrect')).toBeVisible();
  await sheet(page).getByLabel('Password', { exact: true }).fill(password);
  await sheet(page).getByRole('button', { name: 'Continue' }).click();
  await expect(sheet(page).getByRole('figure', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await sheet(page).locator('code').innerText()).replaceAll(' ', '');
  await type(page, wrongFor(codeOf(secret)));
  await expect(sheet(page).getByText('Verification code wrong')).toBeVisible();
  // The box is cleared, and another code is taken at once.
  await expect(sheet(page).getByRole('button', { name: 'Turn on', exact: true })).not.toHaveAttribute(
    'data-loading',
  );
  await waitForFreshCode();
  await type(page, codeOf(secret, -1));
  await expect(
    page.getByText('Two-factor sign-in is on. Other browsers have been signed out.'),
  ).toBeVisible();
  const recovery = await sheet(page).locator('li code').allInnerTexts();
  expect(recovery).toHaveLength(10);
  await sheet(page).getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  return { secret, recovery };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
}

async function begin(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('two-factor sign-in is turned on, required, and turned off again', async ({ page, request }) => {
  const shop = new Shop(page, 'client');
  const buyer = await newBuyer(request);
  await signIn(page, buyer);
  const { secret, recovery } = await turnOn(page, buyer);

  await signOut(page);
  await begin(page, buyer);
  const code = page.getByLabel('Authenticator code');
  await expect(code).toBeFocused();
  // A password manager fills it in and sends it at once.
  await code.fill(wrongFor(codeOf(secret)));
  await code.press('Enter');
  await expect(page.getByText('Verification code wrong')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await code.fill(codeOf(secret));
  await shop.press('Sign in');
  await expect(page).toHaveURL('/client/main');

  // Without the phone: a recovery code.
  await signOut(page);
  await begin(page, buyer);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery[0]!);
  await shop.press('Sign in');
  await expect(page).toHaveURL('/client/main');

  await page.goto('/client/personal-information');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await shop.press('Turn off');
  await sheet(page).getByLabel('Password', { exact: true }).fill(buyer.password);
  await type(page, codeOf(secret, 1));
  await sheet(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor sign-in is off.')).toBeVisible();
  await signOut(page);
  await signIn(page, buyer);
  await expect(page).toHaveURL('/client/main');
});

test('an admin resets the second factor of a user who lost their phone', async ({ page, request }) => {
  const buyer = await newBuyer(request);
  await signIn(page, buyer);
  await turnOn(page, buyer);
  const { token } = await signInOwner(request);
  await callApi(request, 'DELETE', `/api/users/${buyer.id}/two-factor`, { token });
  await signIn(page, buyer);
  await expect(page).toHaveURL('/client/main');
});

const STEP_MS = 30_000;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app's code (RFC 6238), now or so many steps later: each code counts once. */
function codeOf(secret: string, stepsAhead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + stepsAhead));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 0xf) & 0x7fffffff;
  return (number % 1_000_000).toString().padStart(6, '0');
}

/** Waits until the current code has at least 15 seconds left; the previous one is accepted for as long. */
const waitForFreshCode = async (): Promise<void> => {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < 15_000) await setTimeout(left);
};

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
}
