// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createSite, SiteRouter } from '../../lib/site-location.tsx';
import { SortChoice, SortHeader, CardRows } from './data-table.tsx';
import { ChoiceFilter, SearchedChoiceFilter } from './filter-fields.tsx';
import { InlineEdit } from './inline-edit.tsx';
import {
  type TableControls,
  useTableAddress,
  readTableAddress,
  tableQuery,
  writeTableAddress,
} from './table-address.ts';
import type { TableColumn } from './table-column.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

describe('sort', () => {
  const roots: ReturnType<typeof createRoot>[] = [];
  afterEach(() => {
    for (const root of roots.splice(0)) act(() => root.unmount());
  });

  function show(content: React.ReactNode): HTMLElement {
    const element = document.createElement('div');
    const root = createRoot(element);
    roots.push(root);
    act(() => root.render(<MantineProvider>{content}</MantineProvider>));
    return element;
  }

  const controlsWith = (sort: string, sortBy: (sort: string) => void) =>
    ({ address: { sort }, sortable: ['weight', 'name'], sortBy }) as unknown as TableControls<never>;

  const headerOf = (column: string, isFigure: boolean, controls: TableControls<never>) => (
    <table>
      <thead>
        <tr>
          <th>
            <SortHeader column={column} title="Weight" isFigure={isFigure} controls={controls} />
          </th>
        </tr>
      </thead>
    </table>
  );

  test.each([
    ['', false, 'none', 'weight'],
    ['weight', false, 'ascending', '-weight'],
    ['-weight', false, 'descending', ''],
    ['name', false, 'none', 'weight'],
    ['', true, 'none', '-weight'],
    ['-weight', true, 'descending', 'weight'],
    ['weight', true, 'ascending', ''],
  ])(
    'sorted by "%s", a header of figures: %s, tells %s and goes on to "%s"',
    (sort, isFigure, state, next) => {
      const sortBy = vi.fn();
      const element = show(headerOf('weight', isFigure, controlsWith(sort, sortBy)));
      expect(element.querySelector('th')!.getAttribute('aria-sort')).toBe(state);
      act(() => element.querySelector('button')!.click());
      expect(sortBy).toHaveBeenCalledExactlyOnceWith(next);
    },
  );

  test('cards are sorted by a choice of what is shown and can be sorted, both ways', () => {
    const columns = [
      { key: 'name', title: 'Name' },
      { key: 'colour', title: 'Colour' },
    ];
    const sortBy = vi.fn();
    const element = show(<SortChoice columns={columns} controls={controlsWith('-name', sortBy)} />);
    const select = element.querySelector('select')!;
    expect([...select.options].map(({ value }) => value)).toEqual(['', 'name', '-name']);
    expect(select.value).toBe('-name');
    const without = show(<SortChoice columns={columns.slice(1)} controls={controlsWith('', sortBy)} />);
    expect(without.querySelector('select')).toBeNull();
  });
});

describe('filters of a choice', () => {
  const shown = (Filter: typeof ChoiceFilter, level: string) => {
    const controls = { address: { filters: { level } } } as unknown as TableControls<'level'>;
    const element = document.createElement('div');
    const root = createRoot(element);
    const options = [{ value: '1', label: 'Silver' }];
    const filter = <Filter controls={controls} name="level" label="Level" options={options} />;
    act(() => root.render(<MantineProvider env="test">{filter}</MantineProvider>));
    const select = element.querySelector('select');
    const words = select
      ? [...select.options].find(({ value }) => value === select.value)?.textContent
      : element.querySelector('input')?.value;
    act(() => root.unmount());
    return words;
  };

  test.each([ChoiceFilter, SearchedChoiceFilter])(
    '%o shows what is filtered by, also what is gone',
    (Filter) => {
      expect(shown(Filter, '1')).toBe('Silver');
      expect(shown(Filter, '3')).toBe('#3');
    },
  );

  test('what no filter knows is not shown as one', () => {
    expect(shown(ChoiceFilter, 'nonsense')).not.toContain('nonsense');
  });
});

describe('card rows', () => {
  const roots: ReturnType<typeof createRoot>[] = [];
  afterEach(() => {
    for (const root of roots.splice(0)) act(() => root.unmount());
  });

  function show(content: React.ReactNode): HTMLElement {
    const element = document.createElement('div');
    const root = createRoot(element);
    roots.push(root);
    act(() => root.render(<MantineProvider>{content}</MantineProvider>));
    return element;
  }

  type Crate = { readonly id: string; readonly weight: number };
  const crates: Crate[] = [
    { id: 'a', weight: 3 },
    { id: 'b', weight: 5 },
  ];
  const columns: TableColumn<Crate>[] = [
    { key: 'id', title: 'Crate', render: ({ id }) => `Crate ${id}` },
    { key: 'weight', title: 'Weight', render: ({ weight }) => `${weight} t` },
  ];
  const shared = { label: 'Crates', columns, rows: crates, rowKey: ({ id }: Crate) => id, spacing: 9 };

  test('a card has its row by name, every other column by its title, and opens', () => {
    const onOpen = vi.fn();
    const element = show(<CardRows {...shared} onOpen={onOpen} />);
    const [, second] = element.querySelectorAll('li');
    expect(second?.querySelector('dl')?.textContent).toBe('Weight5 t');
    const button = second!.querySelector('button')!;
    expect(button.textContent).toBe('Crate b');
    act(() => button.click());
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(crates[1]);
  });

  test('rows are chosen and let go by their cards', () => {
    const onChange = vi.fn();
    const element = show(<CardRows {...shared} selection={{ rows: [crates[0]!], onChange }} />);
    const [first, second] = element.querySelectorAll<HTMLInputElement>('input');
    expect([first?.checked, second?.checked]).toEqual([true, false]);
    act(() => second!.click());
    act(() => first!.click());
    expect(onChange.mock.calls).toEqual([[[crates[0], crates[1]]], [[]]]);
  });
});

describe('a cell that is edited where it stands', () => {
  test('a whole number that was cleared or is none is refused, not saved as 0', async () => {
    const element = document.body.appendChild(document.createElement('div'));
    const root = createRoot(element);
    const onSave = vi.fn(() => Promise.resolve(null));
    const cell = (
      <InlineEdit label="Sort" value="7" isWhole onSave={onSave}>
        7
      </InlineEdit>
    );
    act(() => root.render(<MantineProvider env="test">{cell}</MantineProvider>));
    act(() => element.querySelector('button')!.click());
    const input = element.querySelector('input')!;
    const enter = async (text: string): Promise<void> => {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await act(async () => {
        input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      });
    };
    for (const [text, problem] of [
      ['', 'faults.missing'],
      ['-', 'faults.wrong'],
    ] as const) {
      await enter(text);
      expect(input.value).toBe(text);
      expect(element.textContent).toContain(problem);
    }
    expect(onSave).not.toHaveBeenCalled();
    await enter('-3');
    expect(onSave).toHaveBeenCalledExactlyOnceWith('-3');
    act(() => root.unmount());
    element.remove();
  });
});

type Controls = TableControls<'search' | 'status'>;

function Table({ onRender }: { readonly onRender: (controls: Controls) => void }) {
  const controls = useTableAddress(['search', 'status']);
  useEffect(() => onRender(controls));
  return null;
}

test('a filter that is set while the last navigation is under way keeps what that one changed', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  let table!: Controls;
  history.replaceState(null, '', '/orders');
  const site = createSite({ guard: () => undefined, load: async () => null });
  await site.open();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <SiteRouter site={site}>{() => <Table onRender={(controls) => void (table = controls)} />}</SiteRouter>,
    ),
  );
  await act(async () => {
    table.filter({ status: 'successful' });
    table.filter({ search: 'RECH' });
  });
  expect(location.search).toBe('?status=successful&search=RECH');
  await act(async () => site.navigate('/orders?status=failed'));
  await act(async () => table.filter({ search: 'RECH' }));
  expect(location.search).toBe('?status=failed&search=RECH');
  act(() => root.unmount());
});

const NAMES = ['order_no', 'status'] as const;
const COLUMNS = ['amount'] as const;
const read = (search: string) => readTableAddress(new URLSearchParams(search), NAMES, COLUMNS);

test('an empty address is the first page of everything', () => {
  expect(read('')).toEqual({ filters: { order_no: '', status: '' }, sort: '', limit: 20, cursor: null });
  expect(tableQuery(read(''))).toEqual({ limit: 20 });
});

test('what is written is read again, and what is not the table stays', () => {
  const address = {
    filters: { order_no: '', status: 'refunded' },
    sort: '-amount',
    limit: 100,
    cursor: 'c',
  } as const;
  const written = writeTableAddress(new URLSearchParams('open=7&order_no=old'), address);
  expect(written.get('open')).toBe('7');
  expect(written.has('order_no')).toBe(false);
  expect(readTableAddress(written, NAMES, COLUMNS)).toEqual(address);
  expect(tableQuery(address)).toEqual({ status: 'refunded', sort: '-amount', limit: 100, cursor: 'c' });
});

test('an order that is not offered is none, and its place in the list is no place', () => {
  expect(read('sort=weather&cursor=weather.5&status=refunded')).toEqual(read('status=refunded'));
});

test.each(['7', '-20', 'many', '5000'])('a page of %s rows is not offered', (limit) => {
  expect(read(`limit=${limit}`).limit).toBe(20);
});
