// @vitest-environment happy-dom
import type { AdminGoods } from '@portside/contract';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { PutOnSale } from './put-on-sale.tsx';
import { openPage } from '../../testing/open-page.tsx';

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
