// @vitest-environment happy-dom
import { MantineProvider, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { errors, type ErrorName } from '@portside/contract/wire/errors';
import { act, useState, useLayoutEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogue as admin } from '../../locales/en/admin/index.ts';
import { Translator } from '../../locales/translator.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import { catalogue } from '../../locales/en/index.ts';
import { onFailure } from '../../lib/api/api-error.ts';
import { DecimalField } from './decimal-field.tsx';
import { SearchField } from './search-field.tsx';
import { TableFile } from './table-file.tsx';
import { rowsOver, typedOver, useFormCall } from './use-form-call.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

describe('decimal field', () => {
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
});

describe('search field', () => {
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
});

describe('a call of a form', () => {
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

  test('a field is found where the call takes what the form holds as a part of its own', async () => {
    refuse('invalidFormat', [
      { field: 'person.email', fault: 'wrong' },
      { field: 'person.role_id.0', fault: 'twice' },
    ]);
    await send();
    expect([problems(), told]).toEqual([
      [
        ['email', 'faults.wrong'],
        ['role', 'faults.twice'],
      ],
      [],
    ]);
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
});

test('the same file can be chosen again once it was corrected', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const ignore = () => {};
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <TableFile onChoose={ignore} onText={() => Promise.resolve()} onFault={ignore}>
          Choose
        </TableFile>
      </MantineProvider>,
    ),
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  // Browsers report a choice only where it differs from this.
  Object.defineProperty(input, 'value', { value: 'prices.csv', writable: true });
  await act(async () => document.querySelector('button')!.click());
  expect(input.value).toBe('');
  act(() => root.unmount());
  document.body.replaceChildren();
});

describe('what was typed, over what a colleague changed', () => {
  test('a field and a language that both changed are as typed here, all others as they are by now', () => {
    const form = {
      getInitialValues: () => ({
        name: 'a',
        sort: 1,
        texts: { en: 'one', ru: 'odin', pt: 'um' },
        tiers: [1],
      }),
      values: { name: 'b', sort: 1, texts: { en: 'uno', ru: 'odin', pt: 'dois' }, tiers: [1, 2] },
    };
    const now = { name: 'c', sort: 2, texts: { en: 'eins', ru: 'dva', pt: 'um' }, tiers: [3] };
    expect(typedOver(form, now)).toEqual({
      name: 'b',
      sort: 2,
      texts: { en: 'uno', ru: 'dva', pt: 'dois' },
      tiers: [1, 2],
    });
  });

  test('what was ticked and unticked on both sides holds', () => {
    expect(rowsOver(['a', 'b', 'c'], ['b', 'c', 'd'], ['a', 'b', 'e'])).toEqual(['b', 'e', 'd']);
  });

  test('rows are the same by their key; one that was changed here outlives its deletion there', () => {
    const row = (id: string, text: string) => ({ id, text });
    const shown = [row('1', 'a'), row('2', 'b'), row('3', 'c'), row('4', 'd')];
    const typed = [row('1', 'x'), row('2', 'y'), row('3', 'c'), row('', 'new'), row('', 'newer')];
    const now = [row('1', 'z'), row('3', 'q'), row('4', 'd'), row('5', 'e')];
    const keyOf = ({ id }: { id: string }) => id;
    expect(rowsOver(shown, typed, now, keyOf).map(({ id, text }) => id + text)).toEqual([
      '1x',
      '3q',
      '5e',
      '2y',
      'new',
      'newer',
    ]);
  });

  test('a row that is written twice stays twice, for the server to refuse', () => {
    expect(rowsOver(['a'], ['a', 'a'], ['a'])).toEqual(['a', 'a']);
  });
});
