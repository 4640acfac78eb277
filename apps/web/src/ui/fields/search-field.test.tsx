// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

async function open(): Promise<{ input: HTMLInputElement; sent: string[] }> {
  const sent: string[] = [];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <SearchField label="Search" clearLabel="Clear" value="" onSearch={(text) => sent.push(text)} />
      </MantineProvider>,
    ),
  );
  return { input: document.querySelector('input')!, sent };
}

const type = (input: HTMLInputElement, text: string, isComposing: boolean) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    const event = new Event('input', { bubbles: true });
    input.dispatchEvent(Object.assign(event, { isComposing }));
    await vi.advanceTimersByTimeAsync(1_000);
  });

test('a search is sent after a pause', async () => {
  const { input, sent } = await open();
  await type(input, ' mail ', false);
  expect(sent).toEqual(['mail']);
});

test('letters that an input method composes are searched for once they are a word', async () => {
  const { input, sent } = await open();
  for (const text of ['y', 'yo', "you'xi", '邮箱']) await type(input, text, true);
  expect([input.value, sent]).toEqual(['邮箱', []]);
  await act(async () => {
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '邮箱' }));
    await vi.advanceTimersByTimeAsync(1_000);
  });
  expect(sent).toEqual(['邮箱']);
});
