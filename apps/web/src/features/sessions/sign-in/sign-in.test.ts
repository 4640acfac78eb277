// @vitest-environment happy-dom
import { errors } from '@portside/contract/wire/errors';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onFailure } from '../../../lib/api/api-error.ts';
import { signIn, pageAfterSignIn } from './sign-in.ts';
import type { SignIn } from '@portside/contract';

/** How often the shop refuses, because more work is due by then. */
let refusals: number;
const sent: string[] = [];
const told: number[] = [];
let stop: () => void;

beforeEach(() => {
  sent.length = 0;
  told.length = 0;
  stop = onFailure(({ code }) => told.push(code));
  let challenges = 0;
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    const asked = url.endsWith('/challenges');
    const { proof } = JSON.parse(body as string) as { proof?: { challenge: string } };
    sent.push(asked ? 'challenge' : `login ${proof?.challenge ?? 'bare'}`);
    if (asked) {
      const data = { challenge: `c${(challenges += 1)}`, bits: 2 };
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
    }
    const { code, status } = errors.proofNeeded;
    if (sent.length <= refusals * 2)
      return Promise.resolve(Response.json({ code, message: 'no', data: null }, { status }));
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data: { token: 't' } }));
  });
});
afterEach(() => stop());

const tryIn = () => signIn({ username: 'ann', password: 'harbour-9' });

test('a proof that is not enough by the time it is sent is followed by another, without a word', async () => {
  refusals = 3;
  expect(await tryIn()).toEqual({ token: 't' });
  expect(sent).toEqual([
    'login bare',
    'challenge',
    'login c1',
    'challenge',
    'login c2',
    'challenge',
    'login c3',
  ]);
  expect(told).toEqual([]);
});

test('who is refused all the same is told', async () => {
  refusals = 9;
  await expect(tryIn()).rejects.toMatchObject({ code: errors.proofNeeded.code });
  expect(sent.filter((one) => one.startsWith('login'))).toHaveLength(5);
  expect(told).toEqual([errors.proofNeeded.code]);
});

// @vitest-environment happy-dom

const menusOf = (...paths: string[]) => paths.map((path) => ({ path })) as SignIn['permissions']['menus'];

const buyer = { isAdmin: false, menus: menusOf() };

const admin = { isAdmin: true, menus: menusOf('/admin/dataBoard', '/admin/order') };

const bareAdmin = { isAdmin: true, menus: menusOf() };

test.each([
  [buyer, null, '/'],
  [buyer, '/client/main', '/client/main'],
  [buyer, 'https://evil.example', '/'],
  [buyer, '//evil.example/admin', '/'],
  // Told there that they may not.
  [buyer, '/admin/order', '/admin/order'],
  [admin, '/admin', '/admin'],
  [admin, '/Admin/order/?q=1', '/Admin/order/?q=1'],
  [admin, '/admin/user', '/admin'],
  [admin, '/x/../admin/user', '/admin'],
  // Every path with the word is for admins, so the guard would sign these out, too.
  [admin, '/client/admin', '/admin'],
  [admin, '/product/7-admin-box', '/admin'],
  [admin, '/client/main?q=admin', '/client/main?q=admin'],
  [bareAdmin, '/admin/order', '/'],
  [bareAdmin, '/client/admin', '/'],
])('%j who asked for %j comes to %s', (person, redirect, page) => {
  expect(pageAfterSignIn(redirect, person)).toBe(page);
});
