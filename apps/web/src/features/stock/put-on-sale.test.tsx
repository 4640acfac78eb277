// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { AdminGoods } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { PutOnSale } from './put-on-sale.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const sent: unknown[] = [];
let page: HTMLElement;
let root: Root;

beforeEach(() => {
  sent.length = 0;
  updateStored({ permissions: { menus: [], actions: ['goods.write'] } });
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    sent.push([method, url, JSON.parse(body as string)]);
    return Promise.resolve(Response.json({ code: 200, message: 'ok', data: null }));
  });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const show = (part: Partial<AdminGoods>) =>
  act(async () => {
    const goods = { id: '7', name: 'Mail', stock: 3, on_sale: false, ...part } as AdminGoods;
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <PutOnSale goods={goods} />
        </QueryClientProvider>
      </MantineProvider>,
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
