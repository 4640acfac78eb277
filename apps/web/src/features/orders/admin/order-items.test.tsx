// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { AdminOrder } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Translator } from '../../../locales/translator.ts';
import { TranslatorContext } from '../../../locales/use-translation.ts';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { catalogue as admin } from '../../../locales/en/admin/index.ts';
import { catalogue as shop } from '../../../locales/en/index.ts';
import { OrderItems } from './order-items.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// Autosizing fields listen to fonts, which this window does not have.
Object.assign(document, { fonts: new EventTarget() });

const ACCOUNTS = 1_200;
const ORDER_NO = 'PS20260101ABCD';
const order = {
  order_no: ORDER_NO,
  unit_price: '0.5',
  total_amount: '600',
  refunded_amount: '0.5',
} as unknown as AdminOrder;
const claim = { id: '77', state: 'open', accounts: 1, replaced: 0, refunded: 0 };
const items = Array.from({ length: ACCOUNTS }, (_, index) => ({
  id: String(index + 1),
  state: index === 0 ? 'refunded' : 'good',
  replaced_by: null,
  claim: index === ACCOUNTS - 1 ? claim : null,
}));

const translator = new Translator('en', { translation: shop, admin });
const sent: unknown[] = [];
let page: HTMLElement;
let root: Root;

beforeAll(() => {
  updateStored({
    permissions: { menus: [], actions: ['claim.settle', 'order.refund'] },
  });
});
beforeEach(async () => {
  sent.length = 0;
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    if (method === 'POST') sent.push([url, JSON.parse(body as string)]);
    const search = new URL(url, 'http://shop.test').searchParams;
    const start = Number(search.get('cursor') ?? 0);
    const end = start + Number(search.get('limit'));
    const next = end < ACCOUNTS ? String(end) : null;
    const data = { items: items.slice(start, end), next_cursor: next, total: ACCOUNTS, proposal: null };
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data }));
  });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () =>
    root.render(
      <TranslatorContext value={translator}>
        <MantineProvider env="test">
          <QueryClientProvider client={createQueryClient()}>
            <OrderItems order={order} />
          </QueryClientProvider>
        </MantineProvider>
      </TranslatorContext>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const button = (words: string, within: ParentNode = page) =>
  [...within.querySelectorAll('button')].find((one) => one.textContent === words);
const press = (words: string, within?: ParentNode) => act(async () => button(words, within)!.click());
const formOf = (title: string) =>
  [...page.querySelectorAll('h4')].find((one) => one.textContent === title)!.parentElement!;
const say = (form: HTMLElement, text: string) =>
  act(async () => {
    const field = form.querySelector('textarea')!;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
/** The contract, which the body is checked against, loads first. */
const isSent = () => act(() => vi.waitFor(() => expect(sent).toHaveLength(1), 100_000));
const allAreThere = () =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    expect(page.querySelector('h4')?.textContent).toContain('Warranty claim: 1');
  }, 100_000);

test('an order that is longer than a page says how long it is, and shows all of it, part after part', async () => {
  await allAreThere();
  expect(page.querySelector('h3')!.textContent).toBe('1,200 accounts');
  await press('Show more (500 of 1,200)');
  await press('Show more (1,000 of 1,200)');
  expect(page.querySelectorAll('fieldset button')).toHaveLength(ACCOUNTS);
  expect(button('Show more (1,500 of 1,200)')).toBeUndefined();
});

test('all that are left can be chosen, those beyond the first page included', async () => {
  await allAreThere();
  await press('Select all remaining');
  const form = formOf('1,199 accounts selected');
  await say(form, 'All of them are dead.');
  await press('Replace', form);
  await press('Replace', form.querySelector('[role=alert]')!);
  await isSent();
  expect(sent[0]).toMatchObject([
    `/api/admin/orders/${ORDER_NO}/replacements`,
    { item_ids: items.slice(1).map(({ id }) => id) },
  ]);
});

test('the whole order is refunded without naming an account, after its amount was named', async () => {
  await allAreThere();
  await press('Refund entire order');
  const form = formOf('Entire order: all remaining accounts');
  expect(button('Replace', form)).toBeUndefined();
  await say(form, 'All of them are dead.');
  await press('Refund', form);
  expect(form.querySelector('[role=alert]')!.textContent).toContain('Refund 599.50 USDT');
  expect(sent).toEqual([]);
  await press('Refund', form.querySelector('[role=alert]')!);
  await isSent();
  expect(sent).toEqual([[`/api/admin/orders/${ORDER_NO}/refunds`, { reason: 'All of them are dead.' }]]);
});
