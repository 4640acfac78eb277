// @vitest-environment happy-dom
import type { Goods } from '@portside/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { GoodsPicture } from './goods-picture.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

/** Renders a product with this picture, and again with another. */
function show() {
  const place = document.createElement('div');
  const root = createRoot(place);
  return (image: string | null) => {
    const goods = { name: 'Mailbox', image, category: { id: '1', name: 'Mail' } } as Goods;
    act(() => root.render(<GoodsPicture goods={goods} />));
    return place;
  };
}

test('a product without a picture is drawn', () => {
  const place = show()(null);
  expect(place.querySelector('img')).toBeNull();
  expect(place.textContent).toBe('M');
});

test('one that cannot be read is drawn, until there is another', () => {
  const withImage = show();
  const image = withImage('/first').querySelector('img')!;
  expect(image.getAttribute('src')).toBe('/first');
  expect(image.getAttribute('loading')).toBe('lazy');
  act(() => void image.dispatchEvent(new Event('error')));
  expect(withImage('/first').textContent).toBe('M');
  expect(withImage('/second').querySelector('img')!.getAttribute('src')).toBe('/second');
});
