// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { surveyFile } from '@portside/accounts/survey-file';
import type { AdminGoods, SiteConfig } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../lib/api/query.ts';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { BornFields } from './born-fields.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let page: HTMLElement;
let root: Root;

beforeEach(() => {
  // The last day of November in the shop's zone; everywhere else it is still the day before.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T10:30:00Z') });
  history.replaceState(null, '', '/admin/stock');
  updateStored({
    webConfig: { time_zone: 'Pacific/Kiritimati' } as SiteConfig,
    permissions: { menus: [], actions: ['stock.read'] },
  });
  vi.stubGlobal('fetch', async () => {
    const rules = ['7', '8', '9'].map((id) => ({
      goods_id: id,
      to_goods_id: '5',
      days: 30,
      is_on: id !== '9',
    }));
    return Response.json({ code: 200, message: 'ok', data: { items: rules, next_cursor: null, total: 3 } });
  });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  updateStored({ webConfig: null });
});

/** A file with one account of that day, for these products. */
async function show(day: string, ids: readonly string[]): Promise<void> {
  const form = { kind: 'text', surplus: 'further', born: { column: 2 } } as const;
  const product = { separator: ':', columns: ['account', 'password'] };
  const survey = await surveyFile([`ana:secret:${day}\n`], product, form, { today: '2026-11-30' });
  const targets = ids.map((id) => ({ goods: { id, name: `P${id}` } as AdminGoods, form, accounts: 1 }));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={createQueryClient()}>
          <BornFields {...{ form, survey, targets }} goods={[]} onColumn={() => undefined} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(() => vi.waitFor(() => expect(page.querySelector('table')).not.toBeNull(), 60_000));
}

const words = () => page.textContent.match(/stock\.born\.rule(?:OfSeveral)?/g) ?? [];

test('what will move by its age is told by the shop’s day', async () => {
  await show('2026-10-31', ['7']);
  await act(() => vi.waitFor(() => expect(words()).toEqual(['stock.born.rule']), 60_000));
});

test('each of several products with a rule is named, and none whose rule is off', async () => {
  await show('2020-01-01', ['7', '8', '9']);
  await act(() =>
    vi.waitFor(() => expect(words()).toEqual(Array(2).fill('stock.born.ruleOfSeveral')), 60_000),
  );
});
