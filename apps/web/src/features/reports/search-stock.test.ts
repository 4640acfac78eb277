// @vitest-environment happy-dom
import type { NamedItem } from '@portside/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginSearch, searchStock, type StockSearch, nameInSubject } from './search-stock.ts';

describe('searchStock', () => {
  const itemOf = (id: number): NamedItem => ({
    item_id: String(id),
    goods_id: '1',
    masked: 'own••••••',
    state: 'free',
    order_no: null,
  });

  let asked: { name: string; report_id: string; after?: string }[];
  let shown: StockSearch[];
  /** Accounts found by each part; the last part ends the stock. */
  let parts: number[];
  let fails: boolean;
  beforeEach(() => {
    [asked, shown, parts, fails] = [[], [], [1, 0, 2], false];
    vi.stubGlobal('fetch', (_: string, { body, signal }: RequestInit) => {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      if (fails) return Promise.reject(new TypeError('network'));
      const request = JSON.parse(body as string) as (typeof asked)[number];
      asked.push(request);
      const at = Number(request.after ?? 0);
      const found = Array.from({ length: parts[at]! }, (__, index) => itemOf(at * 1_000 + index));
      const after = at + 1 < parts.length ? String(at + 1) : null;
      const data = { found, after, opened: 7, unreadable: at, passed: (at + 1) * 10, of: 30 };
      return Promise.resolve(Response.json({ code: 200, message: '', data }));
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  const begin = (onShow: (search: StockSearch) => void = () => undefined, stop = new AbortController()) =>
    searchStock(
      shown.at(-1) ?? beginSearch('ann', '17'),
      (search) => {
        shown.push(search);
        onShow(search);
      },
      stop.signal,
    );
  const idsOf = ({ found }: StockSearch) => found.map(({ item_id: id }) => id);

  test('parts are asked for until the stock ends, each with where the one before ended', async () => {
    await begin();
    expect(asked).toEqual([
      { name: 'ann', report_id: '17' },
      { name: 'ann', report_id: '17', after: '1' },
      { name: 'ann', report_id: '17', after: '2' },
    ]);
    expect(shown.map(({ passed }) => passed)).toEqual([0, 10, 20, 30]);
    expect(shown.at(-1)).toMatchObject({ phase: 'ended', opened: 21, unreadable: 3 });
    expect(idsOf(shown.at(-1)!)).toEqual(['0', '2000', '2001']);
  });

  test('a search that was stopped keeps what it found, and goes on behind it', async () => {
    const stop = new AbortController();
    await begin(({ passed }) => passed === 10 && stop.abort(), stop);
    expect(shown.at(-1)).toMatchObject({ phase: 'stopped', passed: 10 });
    expect(asked).toHaveLength(1);
    await begin();
    expect(asked.map(({ after }) => after)).toEqual([undefined, '1', '2']);
    expect(idsOf(shown.at(-1)!)).toEqual(['0', '2000', '2001']);
  });

  test('a part that fails stops the search, and is asked for again', async () => {
    await expect(begin(({ passed }) => (fails = passed === 10))).rejects.toThrow();
    expect(shown.at(-1)).toMatchObject({ phase: 'stopped', passed: 10, after: '1' });
    fails = false;
    await begin();
    expect(shown.at(-1)!.phase).toBe('ended');
    expect(asked.map(({ after }) => after)).toEqual([undefined, '1', '2']);
  });

  test('no more are gathered than a report can name', async () => {
    parts = [60, 60, 60];
    await begin();
    expect(shown.at(-1)).toMatchObject({ phase: 'full' });
    expect(shown.at(-1)!.found).toHaveLength(100);
    expect(asked).toHaveLength(2);
  });
});

test.each([
  ['mailbox owner@example.test', 'owner@example.test'],
  ['My account (Ann.Gull+shop@mail.example), since 2011.', 'Ann.Gull+shop@mail.example'],
  ['<ann@mail.example>; 2011', 'ann@mail.example'],
  ['the number +49 (170) 123-4567 is mine', '+49 (170) 123-4567'],
  [' gull_1987 ', 'gull_1987'],
  ['Harbour 12', 'Harbour 12'],
])('%s is about %s', (subject, name) => {
  expect(nameInSubject(subject)).toBe(name);
});
