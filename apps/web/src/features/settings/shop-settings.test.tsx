// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { useForm } from '@mantine/form';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { catalogue as admin } from '../../locales/en/admin/index.ts';
import { catalogue } from '../../locales/en/index.ts';
import { Translator } from '../../locales/translator.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import { checkSettings } from './settings-values.ts';
import { SettingsForm, RechargeSection } from './shop-settings.tsx';
import { storedSettings as values } from './testing/stored-settings.ts';
import type { SettingsFormValues } from './use-settings-form.ts';
import { openPage, typeInto } from '../../testing/open-page.tsx';

describe('shop settings', () => {
  let stored: Record<string, unknown>;
  const sent: Record<string, unknown>[] = [];
  let page: HTMLElement;

  beforeEach(async () => {
    sent.length = 0;
    updateStored({ permissions: { menus: [], actions: ['settings.read', 'settings.write'] } });
    stored = { ...values, allowed_wallets: [], telegram_chat_id: '' };
    vi.stubGlobal('fetch', (_url: string, { method, body }: RequestInit) => {
      if (method === 'PUT') sent.push((stored = JSON.parse(body as string)));
      return Promise.resolve(Response.json({ code: 200, message: 'ok', data: stored }));
    });
    const opened = openPage();
    page = opened.page;
    await opened.show(<SettingsForm values={values} />);
  });

  const field = (name: string) => page.querySelector<HTMLInputElement>(`[data-path=${name}]`)!;
  const write = (name: string, text: string) => typeInto(field(name), text);
  const save = () =>
    act(async () =>
      page.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
    );

  test('what a colleague has changed meanwhile stays', async () => {
    await write('site_name', 'Quay');
    stored = { ...stored, safe_cap: '1', refund_approval_above: '5' };
    await save();
    await act(() => vi.waitFor(() => expect(sent).toHaveLength(1), 100_000));
    expect(sent[0]).toMatchObject({ site_name: 'Quay', safe_cap: '1', refund_approval_above: '5' });
  });

  test('where both have changed the same, nothing is sent and it is told', async () => {
    await write('site_name', 'Quay');
    stored = { ...stored, site_name: 'Harbour' };
    await save();
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(page.textContent).toContain('settings.problem.changed');
    });
    expect([sent, field('site_name').value]).toEqual([[], 'Quay']);
  });
});

describe('amount choices', () => {
  let values: SettingsFormValues;
  let root: Root;

  function Section() {
    const initialValues = {
      recharge_minimum: '10',
      recharge_maximum: '5000',
      recharge_amounts: ['10.5', '100'],
    } as SettingsFormValues;
    const form = useForm<SettingsFormValues>({ initialValues });
    useEffect(() => {
      values = form.values;
    }, [form.values]);
    return <RechargeSection form={form} />;
  }

  async function open(language: 'en' | 'zh-cn' | 'pt' | 'ru'): Promise<void> {
    root = createRoot(document.body.appendChild(document.createElement('div')));
    const translator = new Translator(language, { translation: catalogue, admin });
    await act(async () =>
      root.render(
        <TranslatorContext value={translator}>
          <MantineProvider env="test">
            <Section />
          </MantineProvider>
        </TranslatorContext>,
      ),
    );
  }
  afterEach(() => {
    act(() => root.unmount());
    document.body.replaceChildren();
  });

  const field = () => document.querySelector<HTMLInputElement>('[data-path=recharge_amounts]')!;
  const choices = () => [...document.querySelectorAll('.mantine-Pill-label')].map((pill) => pill.textContent);
  const wrapper = () => field().closest('.mantine-InputWrapper-root')!;
  const words = () => wrapper().querySelector('.mantine-InputWrapper-error')?.textContent ?? null;
  const isFit = () => checkSettings.recharge_amounts(values.recharge_amounts, values) === null;

  async function type(text: string): Promise<void> {
    await act(async () => {
      field().focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text);
      field().dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  const press = (key: string, code = key): Promise<void> =>
    act(async () => {
      field().dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
    });
  async function add(text: string): Promise<void> {
    await type(text);
    await press('Enter');
  }
  const removeLast = () => press('Backspace');

  test.each([
    ['en', '10.5', '12.25'],
    ['zh-cn', '10.5', '12.25'],
    ['pt', '10,5', '12,25'],
    ['ru', '10,5', '12,25'],
  ] as const)('in %s amounts show their fraction as %s', async (language, first, next) => {
    await open(language);
    expect(choices()).toEqual([first, '100']);
    for (const typed of ['12.25', '12,25']) {
      await add(typed);
      expect(choices()).toEqual([first, '100', next]);
      expect(values.recharge_amounts).toEqual(['10.5', '100', '12.25']);
      expect([words(), isFit()]).toEqual([null, true]);
      await removeLast();
    }
    expect(values.recharge_amounts).toEqual(['10.5', '100']);
  });

  test.each([
    ['pt', '1.200', '“1.200” can mean two amounts. Enter 1200 or 1,2.'],
    ['ru', '1.200', '“1.200” can mean two amounts. Enter 1200 or 1,2.'],
    ['en', '1,200', '“1,200” can mean two amounts. Enter 1200 or 1.2.'],
    ['zh-cn', '1,200', '“1,200” can mean two amounts. Enter 1200 or 1.2.'],
  ] as const)('in %s %j is refused with words beside the field', async (language, typed, note) => {
    await open(language);
    await add(typed);
    expect(choices().at(-1)).toBe(typed);
    expect([words(), isFit()]).toEqual([note, false]);
    expect(field().getAttribute('aria-invalid')).toBe('true');
    await removeLast();
    await add('1200');
    expect([words(), isFit()]).toEqual([null, true]);
    expect(values.recharge_amounts).toEqual(['10.5', '100', '1200']);
  });

  test('a space and a semicolon end an amount, a comma and a point do not', async () => {
    await open('ru');
    await type('20');
    await press(',', 'Comma');
    await press('.', 'Period');
    expect(values.recharge_amounts).toEqual(['10.5', '100']);
    await press(' ', 'Space');
    await type('30');
    await press(';', 'Semicolon');
    expect(values.recharge_amounts).toEqual(['10.5', '100', '20', '30']);
  });
});
