import type { APIRequestContext, Page } from '@playwright/test';
import type { SignIn } from '@portside/contract';
import { randomUUID } from 'node:crypto';
import { callApi } from '../wallets/payer.ts';

export type Person = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** What a page keeps of the call's answer. */
  readonly session: SignIn;
};

/** A new buyer, created by an API call and with only that call's session. */
export async function newBuyer(
  request: APIRequestContext,
  username = `buyer-${randomUUID().slice(0, 8)}`,
): Promise<Person> {
  const data = { username, email: `${username}@example.test`, password: 'harbour-9', agree: true };
  const session: SignIn = await callApi(request, 'POST', '/api/auth/register', { data });
  return { ...data, id: session.user.id, token: session.token, session };
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
  const data = { username, password };
  const session: SignIn = await callApi(request, 'POST', '/api/auth/login', { data });
  const { token, user } = session;
  return { id: user.id, username, email: user.email, password, token, session };
}

/** Signs in through the form, and ends where the shop sends them. */
export async function signIn(
  page: Page,
  { username, password }: Pick<Person, 'username' | 'password'>,
): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/**
 * Gives the page the session of their call, where a journey is not about signing in: `signIn` loads two more pages, its
 * form and the home page behind it. What is open afterwards is no page of the shop.
 */
export async function actAs(page: Page, { session }: Person): Promise<void> {
  // Storage belongs to the shop's address, so something of it has to be open.
  await page.goto('/healthz');
  const { token, user, permissions } = session;
  await page.evaluate(
    (own) => {
      const kept = JSON.parse(localStorage.getItem('portside') ?? '{}');
      const state = { ...kept.state, ...own };
      localStorage.setItem('portside', JSON.stringify({ ...kept, state, version: 1 }));
    },
    { token, user, permissions },
  );
}

export async function openAs(page: Page, person: Person, address: string): Promise<void> {
  await actAs(page, person);
  await page.goto(address);
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
