// @vitest-environment happy-dom
import type { SignIn } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onFailure } from '../../../lib/api/api-error.ts';
import { clearStored, storedState, updateStored } from '../../../lib/stored/stored-state.ts';
import { signIn, pageAfterSignIn } from './sign-in.ts';
import LoginForm from './login-form.tsx';
import RegisterForm from './register-form.tsx';
import { openPage, typeInto } from '../../../testing/open-page.tsx';

describe('signing in', () => {
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
    [admin, null, '/admin'],
    // Phones ask for it by themselves.
    [admin, '/mobile/index', '/admin'],
    [admin, '/client/purchase-account', '/client/purchase-account'],
    [bareAdmin, null, '/'],
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
});

test('another password is tried at once, the same one after two seconds', async () => {
  const tried: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    tried.push((JSON.parse(body as string) as { password: string }).password);
    const { code, status } = errors.wrongLogin;
    return Response.json({ code, message: 'no', data: null }, { status });
  });
  await openPage().show(<LoginForm />);
  const [username, password] = document.querySelectorAll('input');
  const send = () => act(async () => username!.form!.requestSubmit());
  await typeInto(username!, 'ann');
  await typeInto(password!, 'harbour-8');
  await send();
  await act(() => vi.waitFor(() => expect(document.querySelector('[aria-invalid=true]')).not.toBeNull()));
  await send();
  await typeInto(password!, 'harbour-9');
  await send();
  expect(tried).toEqual(['harbour-8', 'harbour-9']);
});

describe('registering', () => {
  afterEach(() => clearStored());

  const SIGN_IN = {
    token: 'token-7',
    user: { id: '7', username: 'ann', isAdmin: false },
    permissions: { menus: [], actions: [] },
    to_do: null,
  };

  /** Opens the form in a shop where nobody has a promotion code; answers the codes that sign-ups were sent with. */
  async function open(): Promise<(string | undefined)[]> {
    const codes: (string | undefined)[] = [];
    vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
      if (!url.includes('register'))
        return Promise.resolve(Response.json({ code: 200, message: '', data: { available: true } }));
      const { invitation_code: code } = JSON.parse(body as string) as { invitation_code?: string };
      codes.push(code);
      return Promise.resolve(
        Response.json(code ? { code: 508, message: 'unknown' } : { code: 200, message: '', data: SIGN_IN }),
      );
    });
    await openPage().show(<RegisterForm />);
    return codes;
  }

  const inputs = () => [...document.querySelectorAll('input')];

  async function signUp(code?: string): Promise<void> {
    const [username, email, password, confirm, invitation, agree] = inputs();
    await typeInto(username!, 'ann');
    await typeInto(email!, 'ann@example.org');
    await typeInto(password!, 'harbour-9');
    await typeInto(confirm!, 'harbour-9');
    if (code !== undefined) await typeInto(invitation!, code);
    await act(async () => agree!.click());
    await act(async () => document.querySelector<HTMLButtonElement>('[type=submit]')!.click());
  }

  test('an unknown code that came with a link keeps nobody from signing up', async () => {
    updateStored({ promotionCode: 'QU4YP2ER' });
    const codes = await open();
    await signUp();
    expect(codes).toEqual(['QU4YP2ER', undefined]);
    await act(() =>
      vi.waitFor(() => expect(storedState()).toMatchObject({ token: 'token-7', promotionCode: null })),
    );
  });

  test('an unknown code that was typed is refused', async () => {
    const codes = await open();
    await signUp('code: qu4y-p2er');
    expect(codes).toEqual(['QU4YP2ER']);
    expect(storedState().token).toBeNull();
    expect(document.body.textContent).toContain('browse.referral.unknown');
  });

  test('a code in a link that cannot be read is mentioned and blocks nothing', async () => {
    updateStored({ isLinkCodeUnread: true });
    const codes = await open();
    expect(document.body.textContent).toContain('browse.referral.unread');
    await signUp();
    expect(codes).toEqual([undefined]);
    expect(storedState().isLinkCodeUnread).toBe(false);
  });
});
