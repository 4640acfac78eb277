// @vitest-environment happy-dom
import type { PriceListDetails } from '@portside/contract';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { createQueryClient, queryKey } from '../../lib/api/query.ts';
import { updateStored } from '../../lib/stored/stored-state.ts';
import { openPage, typeInto } from '../../testing/open-page.tsx';
import { OpenedPriceList } from './price-list-form.tsx';

const price = (goods_id: string, min_quantity: number, of: string) => ({
  goods_id,
  name: `Mail ${goods_id}`,
  min_quantity,
  price: of,
});

const list = {
  id: '9',
  name: 'Spring',
  kind: 'promotion',
  level: null,
  user: null,
  starts_at: null,
  ends_at: '2026-12-31T10:00:30Z',
  is_on: true,
  prices: [price('1', 1, '0.3'), price('1', 100, '0.25'), price('2', 1, '5'), price('3', 1, '7')],
} as unknown as PriceListDetails;

const effect = {
  products: 1,
  buyers: 0,
  orders: 0,
  change: '0',
  change_percent: null,
  is_whole: true,
  overlaps: [],
  dearer: [],
  dearer_count: 0,
  above: [],
  above_count: 0,
  below_floor: [],
  below_floor_count: 0,
};

test('a list opens as it is by now, and only what was changed here is saved over what a colleague changed', async () => {
  updateStored({ permissions: { menus: [], actions: ['price.read', 'price.write'] } });
  let now: unknown = list;
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const path = url.split('?')[0]!;
    if (method !== 'GET') sent.push({ path, body: JSON.parse(String(body)) });
    const isList = path.endsWith('/price-lists/9') && method === 'GET';
    const data = isList ? now : { items: [], next_cursor: null, total: 0, proposal: null, ...effect };
    return Response.json({ code: 200, message: 'ok', data });
  });
  const client = createQueryClient();
  const cached = { ...list, name: 'Winter', prices: [] };
  client.setQueryData(queryKey('readPriceList', { params: { id: '9' } }), cached);
  await openPage({ client }).show(<OpenedPriceList id="9" onClose={() => undefined} />);
  const fieldsOf = (label: string) => [
    ...document.querySelectorAll<HTMLInputElement>(`input[aria-label="${label}"]`),
  ];
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(fieldsOf('prices.prices.price').map(({ value }) => value)).toEqual(['0.3', '0.25', '5', '7']);
  }, 60_000);
  // The colleague: another end and price, one price less and one more.
  now = {
    ...list,
    ends_at: '2027-01-31T10:00:30Z',
    prices: [price('1', 1, '0.3'), price('1', 100, '0.2'), price('2', 1, '5.5'), price('4', 1, '9')],
  };
  await typeInto(fieldsOf('prices.prices.price')[2]!, '4');
  const press = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)!.click());
  await press('button[aria-label="prices.prices.remove"]');
  await act(async () => document.querySelector('form')!.requestSubmit());
  await vi.waitFor(() => expect(sent).toHaveLength(1), 60_000);
  const kept = {
    name: 'Spring',
    ends_at: '2027-01-31T10:00:30Z',
    prices: [
      { goods_id: '1', min_quantity: 100, price: '0.2' },
      { goods_id: '2', min_quantity: 1, price: '4' },
      { goods_id: '4', min_quantity: 1, price: '9' },
    ],
  };
  expect(sent[0]!.body).toMatchObject({ price_list: { id: '9', ...kept } });
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(document.querySelector('section[aria-label="prices.effect.title"]')).not.toBeNull();
  }, 60_000);
  await press('section[aria-label="prices.effect.title"] button');
  await vi.waitFor(() => expect(sent).toHaveLength(2), 60_000);
  expect(sent[1]).toMatchObject({ path: '/api/admin/price-lists/9', body: kept });
});
