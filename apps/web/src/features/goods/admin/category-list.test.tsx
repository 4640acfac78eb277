// @vitest-environment happy-dom
import type { AdminGoods } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { connectToasts } from '../../../ui/messages/toasts.tsx';
import { AllGoods } from './all-goods.tsx';
import { AttributeList } from './attribute-list.tsx';
import { CategoryList } from './category-list.tsx';
import { GoodsForm } from './goods-form.tsx';
import { useUndoGoods } from './use-goods-changed.ts';
import { openPage, typeInto } from '../../../testing/open-page.tsx';

test('categories that the role may not see are no failure to try again', async () => {
  const refusal = { code: errors.noPermission.code, message: 'no', data: null };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 403 })));
  const { page, show } = openPage();
  await show(<CategoryList />);
  await act(() => vi.waitFor(() => expect(page.querySelector('table')).toBeNull()));
  expect(page.textContent).toContain('frame.notAllowed');
  expect(page.textContent).not.toContain('shell.retry');
});

test.each([
  [2, 0, 'bulk.undo.done'],
  [1, 1, 'bulk.undo.done prices.proposed'],
  [0, 1, 'prices.proposed'],
  [0, 0, 'bulk.undo.nothing'],
])('an undo of %i products and %i proposals says so', async (changed, proposed, said) => {
  const data = { changed, proposed, created: 0, audit_id: null };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 200, message: 'ok', data })));
  const toasts: string[] = [];
  connectToasts(({ message }) => void toasts.push(message));
  const { page, show } = openPage();
  function Undo() {
    const { undo } = useUndoGoods();
    return (
      <button type="button" onClick={() => void undo('7')}>
        Undo
      </button>
    );
  }
  await show(<Undo />);
  act(() => page.querySelector('button')!.click());
  await act(() => vi.waitFor(() => expect(toasts).toEqual([said])));
});

const goods = {
  id: '7',
  name: 'Mailbox',
  names: { en: 'Mailbox', ru: 'Почта' },
  descriptions: {},
  instructions: {},
  instruction_in_mail: false,
  file_name: '{product}',
  category: { id: '3', name: 'Mail', parent: null },
  family: null,
  attributes: [],
  price: '0.35',
  price_tiers: [],
  min_quantity: 5,
  max_quantity: 200,
  genders: ['random'],
  stock: 12,
  warranty_hours: 0,
  format: { separator: '----', columns: ['login', 'password'] },
  on_sale: true,
  visibility: 'everybody',
  sort: 1,
  floor: null,
  cost: null,
} as unknown as AdminGoods;

const selling = {
  rules: { visibility: 'everybody', level_ids: [], delivery_order: 'oldest', search_words: [] },
  levels: [],
  address: '/client/goods/7',
};

/** Answers reads by their address, everything else with nothing; returns what was sent. */
function answer(reads: Record<string, unknown>): unknown[] {
  const sent: unknown[] = [];
  updateStored({ permissions: { menus: [], actions: ['stock.read', 'goods.write'] } });
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const path = url.split('?')[0]!;
    if (method !== 'GET') sent.push([method, path, body ? JSON.parse(String(body)) : null]);
    const data = { '/api/admin/goods/7/selling-rules': selling, ...reads }[path] ?? {
      items: [],
      next_cursor: null,
      total: 0,
      proposal: null,
    };
    return Response.json({ code: 200, message: 'ok', data });
  });
  return sent;
}

const field = (label: string) => {
  const named = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)!;
  return document.getElementById(named.htmlFor) as HTMLInputElement;
};
const submit = (around: Element) => act(async () => around.closest('form')!.requestSubmit());

function EffectStep({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
  return (
    <button type="button" id="confirm" onClick={() => void onConfirm()}>
      confirm
    </button>
  );
}

test('a product is saved with the price that a colleague gave it meanwhile', async () => {
  const now = { ...goods, price: '0.5', names: { ...goods.names, ru: 'Ящик' } };
  const sent = answer({ '/api/admin/goods/7': now });
  const around = { categories: [], onOpen: () => undefined, onClose: () => undefined };
  await openPage().show(<GoodsForm goods={goods} EffectStep={EffectStep} {...around} />);
  await typeInto(field('goods.field.sort'), '4');
  await typeInto(field('goods.field.name'), 'Mail');
  await submit(field('goods.field.sort'));
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000);
  const kept = { price: '0.5', sort: 4, names: { en: 'Mail', ru: 'Ящик' }, min_quantity: 5 };
  expect(sent).toEqual([['PUT', '/api/admin/goods/7', expect.objectContaining(kept)]]);
});

test('the effect of a new floor is shown at the prices that are in force, and the floor that was typed wins', async () => {
  const reads: Record<string, unknown> = {
    '/api/admin/goods/7': { ...goods, price: '0.5' },
  };
  const sent = answer(reads);
  const around = { categories: [], onOpen: () => undefined, onClose: () => undefined };
  await openPage().show(<GoodsForm goods={goods} EffectStep={EffectStep} {...around} />);
  await typeInto(field('goods.field.floor'), '0.2');
  await submit(field('goods.field.floor'));
  await vi.waitFor(() => expect(document.querySelector('#confirm')).not.toBeNull(), 60_000);
  expect(sent.at(-1)).toEqual(['POST', expect.any(String), { id: '7', price: '0.5', floor: '0.2' }]);
  // While the effect is read, they change it once more.
  reads['/api/admin/goods/7'] = { ...goods, price: '0.6', floor: '0.4' };
  await act(async () => document.querySelector<HTMLElement>('#confirm')!.click());
  await vi.waitFor(() => expect(sent).toHaveLength(2), 60_000);
  expect(sent.at(-1)).toEqual([
    'PUT',
    expect.any(String),
    expect.objectContaining({ price: '0.6', floor: '0.2' }),
  ]);
});

test('a value that a colleague added to an attribute stays, and one that they deleted stays away', async () => {
  const value = (id: string, en: string, inUse = 0) => ({ id, name: en, names: { en }, goods: inUse });
  const attribute = { id: '3', name: 'Year', names: { en: 'Year' }, sort: 0 };
  const reads: Record<string, unknown> = {
    '/api/admin/attributes': {
      items: [{ ...attribute, values: [value('1', '2024'), value('2', '2025'), value('4', '2026')] }],
      next_cursor: null,
      total: 1,
    },
  };
  const sent = answer(reads);
  history.replaceState(null, '', '/admin/goods?open=3');
  await openPage().show(<AttributeList />);
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.querySelector('form')).not.toBeNull();
  }, 60_000);
  await typeInto(document.querySelector<HTMLInputElement>('input[value="2024"]')!, '2023');
  reads['/api/admin/attributes'] = {
    items: [{ ...attribute, sort: 9, values: [value('1', '2024'), value('4', '2026'), value('5', '2027')] }],
    next_cursor: null,
    total: 1,
  };
  await submit(document.querySelector('form')!);
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000);
  const values = [
    { id: '1', names: { en: '2023' } },
    { id: '4', names: { en: '2026' } },
    { id: '5', names: { en: '2027' } },
  ];
  expect(sent).toEqual([['PUT', '/api/admin/attributes/3', { names: { en: 'Year' }, sort: 9, values }]]);
});

test('a link opens a product that the loaded page does not have', async () => {
  const category = { id: '3', name: 'Mail', names: { en: 'Mail' }, parent: null };
  answer({
    '/api/admin/goods/7': goods,
    '/api/admin/categories': { items: [category], next_cursor: null, total: 1 },
  });
  history.replaceState(null, '', '/admin/goods?open=7');
  await openPage().show(<AllGoods EffectStep={EffectStep} />);
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Mailbox');
  }, 60_000);
});
