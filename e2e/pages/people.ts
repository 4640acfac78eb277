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

/** A new buyer, created by an API call, with that call's session only. */
export async function newBuyer(
  request: APIRequestContext,
  username = `buyer-${randomUUID().slice(0, 8)}`,
): Promise<Person> {
  const data = { username, email: `${username}@example.test`, password: 'harbour-9', agree: true };
  const { token, user } = await callApi(request, 'POST', '/api/auth/register', { data });
  return { ...data, id: user.id, token };
}

/** The sandbox's owner, signed in by an API call. */
export async function signInOwner(request: APIRequestContext): Promise<Person> {
  const { sign_ins: people } = await callApi(request, 'GET', '/api/sandbox');
  const { username, password } = people.find(({ role }: { role: string }) => role === 'owner');
  const { token, user } = await callApi(request, 'POST', '/api/auth/login', { data: { username, password } });
  return { id: user.id, username, email: user.email, password, token };
}

/** Signs in by the form, as people do, and ends where the shop sends them. */
export async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** The visible words of a page, one entry a piece of text. */
export async function textsOf(page: Page): Promise<string[]> {
  const texts = await page.locator('body').innerText();
  return texts.split('\n').map((text) => text.trim());
}

/** A second owner, so that proposals need approval. */
export async function hireOwner(request: APIRequestContext, owner: Person): Promise<Person> {
  const username = `colleague-${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.test`;
  const { items: roles } = await callApi(request, 'GET', '/api/roles', { token: owner.token });
  const role = roles.find(({ is_owner: isOwner }: { is_owner: boolean }) => isOwner);
  const [given, password] = ['first-harbour-12', 'second-harbour-13'];
  const data = { username, email, password: given, role_id: role.id };
  const { id } = await callApi(request, 'POST', '/api/users', { data, token: owner.token });
  const first = await callApi(request, 'POST', '/api/auth/login', { data: { username, password: given } });
  const change = { old_password: given, password };
  await callApi(request, 'PUT', '/api/auth/password', { data: change, token: first.token });
  const { token } = await callApi(request, 'POST', '/api/auth/login', { data: { username, password } });
  return { id, username, email, password, token };
}

/** The shop has one owner again. */
export const dismiss = (request: APIRequestContext, { id }: Person, owner: Person): Promise<unknown> =>
  callApi(request, 'PUT', `/api/users/${id}/status`, { data: { status: 'closed' }, token: owner.token });
