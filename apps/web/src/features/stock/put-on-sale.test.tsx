// @vitest-environment happy-dom
import type { AdminGoods, StockBatch } from '@portside/contract';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { AllBatches } from './all-batches.tsx';
import { PutOnSale } from './put-on-sale.tsx';
import { BatchPurchase } from './purchase-fields.tsx';
import ImportWizard from './import/import-wizard.tsx';
import { StockMoves } from './stock-moves.tsx';
import { openPage, typeInto } from '../../testing/open-page.tsx';

const sent: unknown[] = [];
let page: HTMLElement;
let show: (part: Partial<AdminGoods>) => Promise<void>;

beforeEach(() => {
  sent.length = 0;
  updateStored({ permissions: { menus: [], actions: ['goods.write'] } });
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    sent.push([method, url, JSON.parse(body as string)]);
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data: null }));
  });
  const opened = openPage();
  page = opened.page;
  show = (part) =>
    opened.show(
      <PutOnSale goods={{ id: '7', name: 'Mail', stock: 3, on_sale: false, ...part } as AdminGoods} />,
    );
});

test('a product with accounts that is off sale is put on sale with one press', async () => {
  await show({});
  await act(async () => page.querySelector('button')!.click());
  const asked = ['PUT', '/api/admin/goods/on-sale', { ids: ['7'], on_sale: true }];
  await vi.waitFor(() => expect(sent).toEqual([asked]), 60_000);
});

test.each([{ on_sale: true }, { stock: 0 }])('%j asks for nothing', async (part) => {
  await show(part);
  expect(page.querySelector('button')).toBeNull();
});

test('an import that its supplier was paid for is not taken from them, and it is said why', async () => {
  updateStored({ permissions: { menus: [], actions: ['stock.import'] } });
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'PUT'
      ? Response.json({ code: 300001, message: 'Insufficient balance', data: null }, { status: 409 })
      : Response.json({ code: 200, message: 'ok', data: { items: [], next_cursor: null, total: 0 } }),
  );
  const supplier = { id: '3', name: 'Quay' };
  const batch = { id: '7', cost: null, own_days: null, born_on: '2026-01-01', supplier } as StockBatch;
  const opened = openPage();
  await opened.show(<BatchPurchase batch={batch} />);
  await act(async () => opened.page.querySelector('button')!.click());
  await typeInto(opened.page.querySelector<HTMLInputElement>('input[value=Quay]')!, '');
  await act(async () => [...opened.page.querySelectorAll('button')].at(-1)!.click());
  await vi.waitFor(() => expect(opened.page.textContent).toContain('stock.purchase.paid'), 60_000);
});

test('what an import cost is corrected, and the supplier and day stay as a colleague set them', async () => {
  updateStored({ permissions: { menus: [], actions: ['stock.import'] } });
  const batch = {
    id: '7',
    cost: { amount: '10', per: 'all' },
    supplier: { id: '3', name: 'Quay' },
    born_on: '2026-01-01',
    own_days: null,
  } as StockBatch;
  const now = { ...batch, cost: { amount: '0.1', per: 'each' }, supplier: { id: '4', name: 'Dock' } };
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method !== 'GET') sent.push([method, url, JSON.parse(body as string)]);
    const data = url.endsWith('/batches/7') ? now : { items: [], next_cursor: null, total: 0 };
    return Response.json({ code: 200, message: 'ok', data });
  });
  const opened = openPage();
  await opened.show(<BatchPurchase batch={batch} />);
  await act(async () => opened.page.querySelector('button')!.click());
  await typeInto(opened.page.querySelector<HTMLInputElement>('input[value="10"]')!, '12');
  await act(async () => [...opened.page.querySelectorAll('button')].at(-1)!.click());
  const body = { cost: { amount: '12', per: 'all' }, supplier_id: '4', born_on: '2026-01-01' };
  await vi.waitFor(() => expect(sent).toEqual([['PUT', '/api/stock/batches/7', body]]), 60_000);
});

test('going back from the check of an import keeps what it cost and who it came from', async () => {
  updateStored({ permissions: { menus: [], actions: ['stock.import', 'stock.read'] } });
  const suppliers = [{ id: '3', name: 'Quay', contact: '', batches: 1 }];
  vi.stubGlobal('fetch', async (url: string) => {
    const items = url.includes('/suppliers') ? suppliers : [];
    return Response.json({ code: 200, message: 'ok', data: { items, next_cursor: null, total: 0 } });
  });
  const format = { separator: '----', columns: ['account', 'password'] };
  const goods = [{ id: '7', name: 'Mail', format } as AdminGoods];
  await openPage().show(<ImportWizard goods={goods} goodsId="7" onClose={() => undefined} />);
  const fieldOf = (label: string) => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)!;
    return document.getElementById(found.htmlFor) as HTMLInputElement;
  };
  const press = async (text: string) => {
    const find = () => [...document.querySelectorAll('button')].find((one) => one.textContent === text);
    await vi.waitFor(async () => {
      await act(async () => undefined);
      expect(find()).toBeDefined();
    }, 60_000);
    await act(async () => find()!.click());
  };
  const typed = {
    'stock.purchase.cost': '12',
    'stock.purchase.supplier': 'Quay',
    'stock.purchase.born': '2026-01-02',
  };
  await typeInto(fieldOf('stock.import.paste'), 'ann----secret');
  for (const [label, text] of Object.entries(typed)) await typeInto(fieldOf(label), text);
  await press('stock.import.next');
  await press('stock.import.back');
  for (const [label, text] of Object.entries(typed)) expect(fieldOf(label).value).toBe(text);
});

test.each([
  [['1', '2'], ''],
  [['1'], '1'],
])('of the products %j the one chosen for an import beforehand is %j', async (ids, chosen) => {
  updateStored({ permissions: { menus: [], actions: ['stock.import', 'stock.read'] } });
  const format = { separator: '----', columns: ['account'] };
  const goods = ids.map((id) => ({ id, name: `Mail ${id}`, format }));
  vi.stubGlobal('fetch', async (url: string) => {
    const items = url.includes('/admin/goods') ? goods : [];
    return Response.json({ code: 200, message: 'ok', data: { items, next_cursor: null, total: 0 } });
  });
  const { hook, searchHook } = memoryLocation({ path: '/admin/goods' });
  await openPage().show(
    <Router hook={hook} searchHook={searchHook}>
      <AllBatches />
    </Router>,
  );
  const found = <E extends HTMLElement>(selector: string, text: string): Promise<E> =>
    vi.waitFor(async () => {
      await act(async () => undefined);
      const one = [...document.querySelectorAll<E>(selector)].find(({ textContent }) =>
        textContent.includes(text),
      );
      expect(one).toBeDefined();
      return one!;
    }, 60_000);
  const start = await found('button:not(:disabled)', 'stock.import.title');
  await act(async () => start.click());
  expect((await found<HTMLSelectElement>('[role=dialog] select', 'Mail 1')).value).toBe(chosen);
});

test('a rule of ageing offers no product whose own rules lead back', async () => {
  updateStored({ permissions: { menus: [], actions: ['stock.withdraw', 'stock.read'] } });
  const rules = [
    { goods_id: '1', to_goods_id: '2', days: 30, is_on: false },
    { goods_id: '2', to_goods_id: '3', days: 30, is_on: false },
  ];
  vi.stubGlobal('fetch', async (url: string) => {
    const items = url.includes('/ageing-rules') ? rules : [];
    return Response.json({ code: 200, message: 'ok', data: { items, next_cursor: null, total: null } });
  });
  const format = { separator: '----', columns: ['account'] };
  const goods = ['1', '2', '3', '4'].map((id) => ({ id, name: `Mail ${id}`, format }) as AdminGoods);
  await openPage().show(<StockMoves goods={goods} onClose={() => undefined} />);
  const press = async (selector: string, text: string) => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)];
    await act(async () => found.find(({ textContent }) => textContent === text)!.click());
  };
  const open = async (label: string) => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)!;
    await act(async () => document.getElementById(found.htmlFor)!.click());
  };
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.body.textContent).toContain('stock.ageing.rule');
  }, 60_000);
  await press('button', 'stock.ageing.add');
  await open('stock.ageing.source');
  await press('[role=option]', 'Mail 3');
  await open('stock.move.target');
  const offered = [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent);
  expect(new Set(offered)).toEqual(new Set(['Mail 3', 'Mail 4']));
});
