// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { Translator } from '../../lib/texts/translator.ts';
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
  const translator = new Translator(language, { translation: catalogue });
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

const type = (input: HTMLInputElement, text: string, caret = text.length) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
    input.setSelectionRange(caret, caret);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });

test.each([
  ['en', '0.35', '12.5'],
  ['zh-cn', '0.35', '12.5'],
  ['pt', '0,35', '12,5'],
  ['ru', '0,35', '12,5'],
] as const)(
  'in %s a point and a comma are the same, shown as in the language',
  async (language, first, shown) => {
    const input = await open(language);
    expect(input.value).toBe(first);
    for (const typed of ['12.5', '12,5']) {
      await type(input, typed);
      expect(decimal).toBe('12.5');
      expect(input.value).toBe(shown);
    }
  },
);

test('the caret stays where a separator was typed', async () => {
  const input = await open('ru');
  await type(input, '12.50', 3);
  expect([input.value, input.selectionStart]).toEqual(['12,50', 3]);
});
