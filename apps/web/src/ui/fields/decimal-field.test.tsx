// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { catalogue as admin } from '../../locales/en/admin/index.ts';
import { Translator } from '../../locales/translator.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import { catalogue } from '../../locales/en/index.ts';
import { DecimalField } from './decimal-field.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
afterEach(() => document.body.replaceChildren());

let decimal = '';
function Form() {
  const [value, setValue] = useState('0.35');
  return (
    <DecimalField
      label="Amount"
      value={value}
      onChange={(text) => {
        decimal = text;
        setValue(text);
      }}
    />
  );
}

async function open(language: 'en' | 'ru' | 'pt' | 'zh-cn'): Promise<HTMLInputElement> {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const translator = new Translator(language, { translation: catalogue, admin });
  await act(async () =>
    root.render(
      <TranslatorContext value={translator}>
        <MantineProvider env="test">
          <Form />
        </MantineProvider>
      </TranslatorContext>,
    ),
  );
  return document.querySelector('input')!;
}

const type = (input: HTMLInputElement, text: string) =>
  act(async () => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
const leave = (input: HTMLInputElement) => act(async () => input.blur());
const problem = () => document.querySelector('.mantine-InputWrapper-error')?.textContent ?? null;

test.each([
  ['en', '0.35', '12.5'],
  ['zh-cn', '0.35', '12.5'],
  ['pt', '0,35', '12,5'],
  ['ru', '0,35', '12,5'],
] as const)(
  'in %s a point and a comma are the same, shown as in the language once the field is left',
  async (language, first, shown) => {
    const input = await open(language);
    expect(input.value).toBe(first);
    for (const typed of ['12.5', '12,5']) {
      await type(input, typed);
      expect(decimal).toBe('12.5');
      expect(input.value).toBe(typed);
      await leave(input);
      expect(input.value).toBe(shown);
    }
  },
);

test.each([
  ['pt', '1.200,50', '1200.50', '1200,50'],
  ['zh-cn', '12,345,678', '12345678', '12345678'],
  ['zh-cn', '１２．５', '12.5', '12.5'],
  ['ru', '1 200,5', '1200.5', '1200,5'],
] as const)('in %s %j is certain, and shown as it was understood', async (language, typed, read, shown) => {
  const input = await open(language);
  await type(input, typed);
  expect([decimal, input.value, problem()]).toEqual([read, typed, null]);
  await leave(input);
  expect(input.value).toBe(shown);
});

test.each([
  ['pt', '1.200', '“1.200” can mean two amounts. Enter 1200 or 1,2.'],
  ['ru', '10.500', '“10.500” can mean two amounts. Enter 10500 or 10,5.'],
  ['en', '1,200', '“1,200” can mean two amounts. Enter 1200 or 1.2.'],
] as const)(
  'in %s %j is no number, stays as typed, and the field says why',
  async (language, typed, note) => {
    const input = await open(language);
    for (let length = 1; length <= typed.length; length += 1) await type(input, typed.slice(0, length));
    expect(Number(decimal)).toBeNaN();
    await leave(input);
    expect(input.value).toBe(typed);
    expect(problem()).toBe(note);
    await type(input, '7');
    expect([decimal, problem()]).toEqual(['7', null]);
  },
);
