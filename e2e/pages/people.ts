import type { APIRequestContext, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { callApi } from '../wallets/payer.ts';

export type Person = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
};

/** A new buyer, created by an API call and with only that call's session. */
export async function newBuyer(
  request: APIRequestContext,
  username = `buyer-${randomUUID().slice(0, 8)}`,
): Promise<Person> {
  const data = { username, email: `${username}@example.test`, password: 'harbour-9', agree: true };
  const { token, user } = await callApi(request, 'POST', '/api/auth/register', { data });
  return { ...data, id: user.id, token };
}

/** The sandbox's owner, signed in by a call. */
export const signInOwner = (request: APIRequestContext): Promise<Person> => signInAs(request, 'owner');

/** The second owner, set up here: the second person for whatever the owner proposes. */
export const signInColleague = (request: APIRequestContext): Promise<Person> =>
  signInAs(request, 'colleague');

/** Who signs in for the sandbox's supplier. */
export const signInSupplier = (request: APIRequestContext): Promise<Person> => signInAs(request, 'supplier');

async function signInAs(request: APIRequestContext, wanted: string): Promise<Person> {
  const { sign_ins: people } = await callApi(request, 'GET', '/api/sandbox');
  const { username, password } = people.find(({ role }: { role: string }) => role === wanted);
  const { token, user } = await callApi(request, 'POST', '/api/auth/login', { data: { username, password } });
  return { id: user.id, username, email: user.email, password, token };
}

/** Signs in through the form, and ends where the shop sends them. */
export async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

export type Mail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly filename: string; readonly content: string }[];
};

/** The mails to that address in the sandbox's mailbox. */
export async function mailsTo(request: APIRequestContext, email: string): Promise<readonly Mail[]> {
  return (await callApi(request, 'GET', `/api/sandbox/mails?to=${encodeURIComponent(email)}`)).items;
}

/** Those of them that deliver accounts. */
export const deliveriesTo = async (request: APIRequestContext, email: string): Promise<readonly Mail[]> =>
  (await mailsTo(request, email)).filter(({ attachments }) => attachments.length > 0);

/** The visible words of a page, one entry for each piece of text. */
export async function textsOf(page: Page): Promise<string[]> {
  const texts = await page.locator('body').innerText();
  return texts.split('\n').map((text) => text.trim());
}
