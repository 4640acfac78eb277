import { expect, test, type APIRequestContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { newBuyer, signIn } from '../pages/people.ts';

/** From so many wrong passwords on, strangers' attempts take a proof of work; ten from one address end its own. */
const FREE_ATTEMPTS = 30;
/** The sandbox of the journeys trusts this machine to name the visitor's address, as a proxy would. */
const from = (address: string) => ({ 'x-forwarded-for': address });
/** Addresses of this run only: the sandbox is one for all journeys. */
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
  // A stranger's next guess is not even looked at.
  expect(await guess(request, buyer.username, `${network}:ffff::1`)).toBe(300_060);

  await page.setExtraHTTPHeaders(from(`${network}:aaaa::1`));
  const challenge = page.waitForResponse('**/api/auth/challenges');
  await page.goto('/login');
  await page.getByLabel('Username').fill(buyer.username);
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  expect((await (await challenge).json()).data.bits).toBeGreaterThanOrEqual(16);
  // The proof was accepted: it is the password that is wrong.
  await expect(page.getByText('Incorrect username or password')).toBeVisible();

  await signIn(page, buyer);
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
});
