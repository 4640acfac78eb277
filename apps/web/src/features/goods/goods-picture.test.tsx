// @vitest-environment happy-dom
import type { Goods } from '@portside/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../lib/api/query.ts';
import { GoodsPicture } from './goods-picture.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

/** Renders a product with this picture, and again with another. */
function show() {
  const place = document.createElement('div');
  const root = createRoot(place);
  const client = createQueryClient();
  return (image: string | null) => {
    const goods = { name: 'Mailbox', image, category: { id: '1', name: 'Mail' } } as Goods;
    act(() =>
      root.render(
        <QueryClientProvider client={client}>
          <GoodsPicture goods={goods} />
        </QueryClientProvider>,
      ),
    );
    return place;
  };
}

test('a product without a picture is drawn', () => {
  const place = show()(null);
  expect(place.querySelector('img')).toBeNull();
  expect(place.textContent).toBe('M');
});

test('one that cannot be read is drawn, until there is another', async () => {
  const withImage = show();
  const place = withImage('/first');
  // Names and prices come first.
  expect(place.querySelector('img')).toBeNull();
  await vi.waitFor(async () => {
    await act(async () => undefined);
    expect(place.querySelector('img')).not.toBeNull();
  });
  const image = place.querySelector('img')!;
  expect(image.getAttribute('src')).toBe('/first');
  expect(image.getAttribute('loading')).toBe('lazy');
  act(() => void image.dispatchEvent(new Event('error')));
  expect(withImage('/first').textContent).toBe('M');
  expect(withImage('/second').querySelector('img')!.getAttribute('src')).toBe('/second');
});
