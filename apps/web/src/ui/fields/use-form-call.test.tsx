// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { errors, type ErrorName } from '@portside/contract/wire/errors';
import { act, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onFailure } from '../../lib/api/api-error.ts';
import { useFormCall } from './use-form-call.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const sent: unknown[] = [];
const told: number[] = [];
const page: { send?: () => Promise<unknown>; type?: (part: object) => void } = {};
let answer: object;
let root: Root;
let stop: () => void;

function Form() {
  const form = useForm({
    initialValues: { username: 'ann', email: 'a@example.test', password: 'harbour-9', role: '' },
  });
  const send = useFormCall(form, { fields: { role_id: 'role' }, refusals: { userExists: 'username' } });
  useLayoutEffect(() => {
    page.type = (part) => form.setValues(part);
    page.send = () => {
      const { role, ...rest } = form.values;
      return send('addUser', { body: { ...rest, ...(role && { role_id: role }) } });
    };
  });
  return (
    <form>
      {(['username', 'email', 'password', 'role'] as const).map((name) => (
        <TextInput key={name} label={name} {...form.getInputProps(name)} />
      ))}
      <button type="button">send</button>
    </form>
  );
}

beforeEach(async () => {
  sent.length = 0;
  told.length = 0;
  answer = { code: 200, message: 'ok', data: { id: '1' } };
  stop = onFailure(({ code }) => told.push(code));
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string));
    return Promise.resolve(Response.json(answer));
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider>
        <Form />
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  stop();
});

const refuse = (name: ErrorName, faults?: object[]) => {
  answer = { code: errors[name].code, message: 'no', data: null, faults };
};
const type = (part: object) => act(async () => page.type!(part));
const send = () =>
  act(() => {
    document.querySelector('button')!.focus();
    return page.send!().catch((error: unknown) => error);
  });
/** The focused element. */
const focused = () => document.activeElement?.closest('.mantine-TextInput-root')?.textContent;
const problems = () =>
  [...document.querySelectorAll('.mantine-TextInput-root')]
    .filter((field) => field.querySelector('[aria-invalid]'))
    .map((field) => [field.querySelector('label')!.textContent, field.querySelector('p')!.textContent]);

test('what the contract does not allow is said at its field, and nothing is sent', async () => {
  await type({ password: 'abc', email: 'nobody' });
  await send();
  expect(problems()).toEqual([
    ['email', 'faults.wrong'],
    ['password', 'faults.short'],
  ]);
  expect([sent, told]).toEqual([[], []]);
  expect(focused()).toMatch(/^email/);
});

test('what only the server knows is said at the field that it names', async () => {
  refuse('invalidFormat', [{ field: 'password', fault: 'short', limit: 12 }]);
  await type({ role: '7' });
  await send();
  expect(sent).toHaveLength(1);
  expect([problems(), told]).toEqual([[['password', 'faults.short']], []]);
});

test('a field of another name, or a part of one, is found', async () => {
  refuse('parameterError', [{ field: 'role_id.0', fault: 'twice' }]);
  await send();
  expect(problems()).toEqual([['role', 'faults.twice']]);
});

test('a refusal with words of its own keeps them', async () => {
  refuse('passwordTooCommon', [{ field: 'password', fault: 'wrong' }]);
  await send();
  expect(problems()).toEqual([['password', 'errors.passwordTooCommon']]);
  refuse('userExists');
  await send();
  expect([problems(), told]).toEqual([[['username', 'errors.userExists']], []]);
});

test('what belongs to no field is told as any other failure', async () => {
  refuse('serverBusy');
  await send();
  refuse('invalidFormat', [{ field: 'somewhere', fault: 'wrong' }]);
  await send();
  expect([problems(), told]).toEqual([[], [errors.serverBusy.code, errors.invalidFormat.code]]);
});
