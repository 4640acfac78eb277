// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { clearStored, storedState, updateStored } from '../../../lib/stored/stored-state.ts';
import RegisterForm from './register-form.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
afterEach(() => {
  document.body.replaceChildren();
  clearStored();
});

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
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <RegisterForm />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  return codes;
}

const inputs = () => [...document.querySelectorAll('input')];

async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function signUp(code?: string): Promise<void> {
  const [username, email, password, confirm, invitation, agree] = inputs();
  await type(username!, 'ann');
  await type(email!, 'ann@example.org');
  await type(password!, 'harbour-9');
  await type(confirm!, 'harbour-9');
  if (code !== undefined) await type(invitation!, code);
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
  expect(document.body.textContent).toContain('invitationUnknown');
});

test('a code in a link that cannot be read is mentioned and blocks nothing', async () => {
  updateStored({ isLinkCodeUnread: true });
  const codes = await open();
  expect(document.body.textContent).toContain('linkUnread');
  await signUp();
  expect(codes).toEqual([undefined]);
  expect(storedState().isLinkCodeUnread).toBe(false);
});
