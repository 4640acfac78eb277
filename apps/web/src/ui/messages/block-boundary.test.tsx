// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { BlockBoundary } from './block-boundary.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const roots: ReturnType<typeof createRoot>[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) act(() => root.unmount());
});

function show(content: React.ReactNode): HTMLElement {
  const element = document.createElement('div');
  const root = createRoot(element, { onCaughtError: () => undefined });
  roots.push(root);
  act(() => root.render(<MantineProvider>{content}</MantineProvider>));
  return element;
}

const well = { is: true };
function Block() {
  if (!well.is) throw new Error('broken');
  return <p>safe and sound</p>;
}

test('what breaks leaves its neighbours alone, and is there after another try', () => {
  well.is = false;
  const element = show(
    <>
      <BlockBoundary>
        <Block />
      </BlockBoundary>
      <p>neighbour</p>
    </>,
  );
  expect(element.textContent).toContain('neighbour');
  expect(element.textContent).not.toContain('safe and sound');
  well.is = true;
  act(() => element.querySelector('button')!.click());
  expect(element.textContent).toContain('safe and sound');
});

test('what nobody misses goes without a word', () => {
  well.is = false;
  const element = show(
    <BlockBoundary fallback={null}>
      <Block />
    </BlockBoundary>,
  );
  expect(element.querySelector('button')).toBeNull();
});
