import { expect, test } from 'vitest';
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
});
