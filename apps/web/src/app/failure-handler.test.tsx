// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { errors } from '@portside/contract/wire/errors';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Translator } from '../locales/translator.ts';
import { TranslatorContext } from '../locales/use-translation.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../lib/api/call.ts';
import { createQueryClient } from '../lib/api/query.ts';
import { catalogue } from '../locales/en/index.ts';
import LoginForm from '../features/sessions/sign-in/login-form.tsx';
import { ToastHost } from '../ui/messages/toast-host.tsx';
import { connectToasts } from '../ui/messages/toasts.tsx';
import { FailureHandler } from './failure-handler.tsx';

const email = 'a@example.test';
const password = 'harbour-9';
const calls = {
  login: () => call('login', { body: { username: 'ann', password } }),
  register: () => call('register', { body: { username: 'ann', email, password, agree: true } }),
  resetPassword: () => call('resetPassword', { body: { email, password, code: '123456' } }),
  sendResetCode: () => call('sendResetCode', { body: { email } }),
  sendEmailCode: () => call('sendEmailCode', { body: { email, password } }),
  sendSupportMessage: () => call('sendSupportMessage', { body: { text: 'Hello' } }),
  sendSupportImage: () => call('sendSupportImage', { image: new Blob(['x']) }),
  logout: () => call('logout'),
};

/** None of these has words of its own. */
const WORDLESS: [what: string, answer: () => Promise<Response>][] = [
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a bare 500', () => Promise.resolve(new Response('Internal Server Error', { status: 500 }))],
  ['an unknown code', () => Promise.resolve(Response.json({ code: 987_654, message: '', data: null }))],
];

const SAID: [name: keyof typeof calls, words: string][] = [
  ['login', 'Login error, please refresh and try again'],
  ['register', 'Registration failed'],
  ['resetPassword', 'Password reset failed'],
  ['sendResetCode', 'Code send failed'],
  ['sendEmailCode', 'Code send failed'],
  ['sendSupportMessage', 'Message sending failed'],
  ['sendSupportImage', 'Message sending failed'],
  ['logout', 'Service busy, please try again later'],
];

const translator = new Translator('en', { translation: catalogue });
let root: Root;
const refuse = (code: number, message: string) => () =>
  Promise.resolve(Response.json({ code, message, data: null }));
const answerWith = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);
/** Every toast that came, also one that closed by itself before a busy machine looked. */
const toasts = new Set<string | null>();
const watching = new MutationObserver(() => {
  for (const { textContent } of document.querySelectorAll('[role="alert"]')) toasts.add(textContent);
});
const shown = (words: string) =>
  expect
    .poll(async () => {
      await act(async () => {});
      return [...toasts];
    })
    .toEqual([words]);

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // The form asks whether this is a sandbox: nobody says so.
  answerWith(() => new Promise(() => {}));
  // Other files of this worker share the store of toasts, and may have left some that wait for a place.
  connectToasts(() => undefined);
  toasts.clear();
  watching.observe(document.body, { childList: true, subtree: true, characterData: true });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <TranslatorContext value={translator}>
          <MantineProvider env="test">
            <FailureHandler />
            <LoginForm />
            <ToastHost />
          </MantineProvider>
        </TranslatorContext>
      </QueryClientProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  watching.disconnect();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

for (const [what, answer] of WORDLESS)
  test.each(SAID)(`${what} to %s says "%s"`, async (name, words) => {
    answerWith(answer);
    await expect(calls[name]()).rejects.toThrow();
    await shown(words);
  });

test('a code of the error table says its own words, whatever call it answers', async () => {
  answerWith(refuse(errors.serverBusy.code, ''));
  await expect(calls.login()).rejects.toThrow();
  await shown('Server busy');
});

test('the words of the server are shown for a code that this page does not know', async () => {
  answerWith(refuse(987_654, 'Closed for stocktaking'));
  await expect(calls.register()).rejects.toThrow();
  await shown('Closed for stocktaking');
});

test('the sign-in form says it when nothing answers', async () => {
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  const type = (selector: string, text: string) => {
    const input = document.querySelector<HTMLInputElement>(selector)!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  await act(async () => type('input[autocomplete=username]', 'ann'));
  await act(async () => type('input[type=password]', password));
  await act(async () => document.querySelector('form')!.requestSubmit());
  await shown('Login error, please refresh and try again');
});
