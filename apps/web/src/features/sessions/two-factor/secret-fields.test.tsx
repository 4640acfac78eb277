// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { CodeInput } from '../sign-in/login-form.tsx';
import { CodeField } from './code-field.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const box = document.createElement('div');
document.body.append(box);
const root = createRoot(box);
afterEach(() => act(() => root.unmount()));

test('fields of passwords and codes are marked as secret, recovery codes too', () => {
  act(() =>
    root.render(
      <MantineProvider>
        <PasswordField label="password" />
        <CodeInput field={{}} onClear={() => undefined} />
        <CodeField value="" wrong="" takesRecovery onChange={() => undefined} />
      </MantineProvider>,
    ),
  );
  const unmarked = () =>
    [...box.querySelectorAll('input')].filter((field) => field.closest('[data-secret]') === null);
  expect(box.querySelectorAll('input').length).toBeGreaterThan(7);
  expect(unmarked()).toEqual([]);
  const links = [...box.querySelectorAll<HTMLElement>('.mantine-Anchor-root')];
  act(() => links.forEach((link) => link.click()));
  expect(box.querySelectorAll('input')).toHaveLength(3);
  expect(unmarked()).toEqual([]);
});
