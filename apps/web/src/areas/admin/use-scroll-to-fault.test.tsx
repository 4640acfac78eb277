// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useScrollToFault } from './use-scroll-to-fault.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

function Page() {
  useScrollToFault();
  const form = useForm({
    initialValues: { username: 'Box', password: '' },
    validate: { password: (password) => (password === '' ? 'missing' : null) },
  });
  return (
    <form onSubmit={form.onSubmit(() => undefined)} noValidate>
      <TextInput {...form.getInputProps('username')} />
      <PasswordField {...form.getInputProps('password')} />
      <button type="submit">save</button>
    </form>
  );
}

test('a form that is not sent shows the first field at fault', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider>
        <Page />
      </MantineProvider>,
    ),
  );
  await act(async () => document.querySelector<HTMLElement>('[type=submit]')!.click());
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'));
  expect((document.activeElement as HTMLInputElement).type).toBe('password');
  act(() => root.unmount());
});
