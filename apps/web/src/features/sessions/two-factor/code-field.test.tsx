// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { CodeField } from './code-field.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
afterEach(() => document.body.replaceChildren());

let complete: string[] = [];
function Form() {
  const [code, setCode] = useState('');
  return <CodeField value={code} wrong="" onChange={setCode} onComplete={(whole) => complete.push(whole)} />;
}

async function open(): Promise<HTMLInputElement[]> {
  complete = [];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <Form />
      </MantineProvider>,
    ),
  );
  return [...document.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')];
}

test.each(['123456', ' 123 456 ', '１２３４５６', 'Your code: 123-456.'])(
  '%j is pasted as its six digits',
  async (text) => {
    const boxes = await open();
    const pasted = new Event('paste', { bubbles: true, cancelable: true });
    Object.assign(pasted, { clipboardData: { getData: () => text } });
    await act(async () => boxes[0]!.dispatchEvent(pasted));
    expect(boxes.map(({ value }) => value).join('')).toBe('123456');
    expect(complete).toEqual(['123456']);
  },
);

test('digits of another width are typed as digits', async () => {
  const boxes = await open();
  for (const [at, digit] of [...'１２３４５６'].entries())
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(boxes[at], digit);
      boxes[at]!.dispatchEvent(new Event('input', { bubbles: true }));
    });
  expect(boxes.map(({ value }) => value).join('')).toBe('123456');
  expect(complete).toEqual(['123456']);
});
