// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { SortChoice, SortHeader } from './sort.tsx';
import type { TableControls } from './table-address.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
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
])('sorted by "%s", a header of figures: %s, tells %s and goes on to "%s"', (sort, isFigure, state, next) => {
  const sortBy = vi.fn();
  const element = show(headerOf('weight', isFigure, controlsWith(sort, sortBy)));
  expect(element.querySelector('th')!.getAttribute('aria-sort')).toBe(state);
  act(() => element.querySelector('button')!.click());
  expect(sortBy).toHaveBeenCalledExactlyOnceWith(next);
});

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
