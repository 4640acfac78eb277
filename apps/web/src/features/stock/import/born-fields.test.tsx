// @vitest-environment happy-dom
import { surveyFile } from '@portside/accounts/survey-file';
import type { AdminGoods, SiteConfig } from '@portside/contract';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateStored } from '../../../lib/stored/stored-state.ts';
import { BornFields } from './born-fields.tsx';
import { openPage } from '../../../testing/open-page.tsx';

let page: HTMLElement;

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
});
afterEach(() => {
  vi.useRealTimers();
  updateStored({ webConfig: null });
});

/** A file with one account of that day, for these products. */
async function show(day: string, ids: readonly string[]): Promise<void> {
  const form = { kind: 'text', surplus: 'further', born: { column: 2 } } as const;
  const product = { separator: ':', columns: ['account', 'password'] };
  const survey = await surveyFile([`ana:secret:${day}\n`], product, form, { today: '2026-11-30' });
  const targets = ids.map((id) => ({ goods: { id, name: `P${id}` } as AdminGoods, form, accounts: 1 }));
  const opened = openPage();
  page = opened.page;
  await opened.show(<BornFields {...{ form, survey, targets }} goods={[]} onColumn={() => undefined} />);
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
