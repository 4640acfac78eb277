// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { catalogue } from '../../locales/en/index.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import { Translator } from '../../locales/translator.ts';
import { ToastHost } from './toast-host.tsx';
import { connectToasts, toastFailure, toastSuccess } from './toasts.tsx';

let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  // Toasts that another file of this worker left waiting.
  connectToasts(() => undefined);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <TranslatorContext value={new Translator('en', { translation: catalogue })}>
        <MantineProvider env="test">
          <ToastHost />
        </MantineProvider>
      </TranslatorContext>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const alerts = () => [...document.querySelectorAll('[role="alert"]')];
const shown = () => alerts().map(({ textContent }) => textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a toast is shown once at a time, and goes by itself', async () => {
  await act(async () => {
    toastFailure('a', 'Server busy');
    toastFailure('a', 'Server busy');
    toastSuccess('b', 'Saved');
  });
  expect(shown()).toEqual(['Server busy', 'Saved']);
  await pass(5_000);
  expect(shown()).toEqual([]);
  await act(async () => toastFailure('a', 'Server busy'));
  expect(shown()).toEqual(['Server busy']);
});

test('three are shown; a further one waits, and is shown as long as the others', async () => {
  await act(async () => ['1', '2', '3', '4'].forEach((id) => toastSuccess(id, `Number ${id}`)));
  expect(shown()).toEqual(['Number 1', 'Number 2', 'Number 3']);
  await pass(5_000);
  expect(shown()).toEqual(['Number 4']);
  await pass(4_900);
  expect(shown()).toEqual(['Number 4']);
});

test('a toast stays while somebody points at it, and its button closes it', async () => {
  await act(async () => toastFailure('a', 'Server busy'));
  await act(async () => alerts()[0]!.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })));
  await pass(60_000);
  expect(shown()).toEqual(['Server busy']);
  const button = alerts()[0]!.querySelector('button')!;
  expect(button.getAttribute('aria-label')).toBe('Close');
  await act(async () => button.click());
  expect(shown()).toEqual([]);
});
