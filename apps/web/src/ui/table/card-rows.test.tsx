// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { CardRows } from './card-rows.tsx';
import type { TableColumn } from './table-column.ts';

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
