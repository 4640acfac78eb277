import { expect, test } from 'vitest';
import { inkBox } from './to-logo.ts';
import { readColour, toFormValues, toRequestBody, toShown } from './brand-values.ts';

test.each([
  ['#0F766E', '#0f766e'],
  [' 0f766e ', '#0f766e'],
  ['#fA3', '#ffaa33'],
  ['teal', null],
  ['', null],
])('the colour %j is %j', (typed, colour) => {
  expect(readColour(typed)).toBe(colour);
});

test('what is not written is not sent, and the draft goes before what is published', () => {
  const empty = toRequestBody(toFormValues({ draft: null, published: null }));
  expect(empty).toMatchObject({ name: {}, main_colour: null, logo: null });
  const draft = { ...empty, name: { en: 'Quay' }, updated_at: '2026-11-01T00:00:00.000Z' };
  const published = { ...empty, name: { en: 'Pier' }, published_at: '2026-10-01T00:00:00.000Z' };
  expect(toRequestBody(toFormValues({ draft, published })).name).toEqual({ en: 'Quay' });
});

test('pages get the address of the logo, and rules only for colours that were chosen', () => {
  const content = toRequestBody(toFormValues({ draft: null, published: null }));
  expect(toShown({ ...content, logo: 'key' })).toMatchObject({ logo: '/api/brand/images/key', css: '' });
  const shown = toShown({ ...content, wordmark: 'w', wordmark_width: 150, hero: 'h' });
  expect(shown).toMatchObject({
    wordmarks: { light: { address: '/api/brand/images/w', width: 150 }, dark: null },
    hero: '/api/brand/images/h',
  });
});

test('a wordmark is cut to its ink', () => {
  const data = new Uint8ClampedArray(6 * 4 * 4);
  const ink = (x: number, y: number, alpha: number) => (data[(y * 6 + x) * 4 + 3] = alpha);
  expect(inkBox({ data, width: 6, height: 4 })).toEqual({ left: 0, top: 0, width: 6, height: 4 });
  ink(0, 0, 8);
  ink(2, 1, 255);
  ink(4, 2, 9);
  expect(inkBox({ data, width: 6, height: 4 })).toEqual({ left: 2, top: 1, width: 3, height: 2 });
});
