import { expect, test } from 'vitest';
import { mapColumn, mappingOf } from './map-columns.ts';

test('without a word, columns stand in the order of the file', () => {
  expect(mappingOf(undefined, 3, 2)).toEqual([0, 1, null]);
  expect(mappingOf([2, 0], 3, 5)).toEqual([2, 0, null]);
});

test('a column can come from elsewhere, or be left out', () => {
  expect(mapColumn([0, 1, 2], 1, 4)).toEqual([0, 4, 2]);
  expect(mapColumn([0, 1, 2], 1, null)).toEqual([0, 2]);
  expect(mapColumn([0, null, null], 1, 3)).toEqual([0, 3]);
});

test('the last column cannot be left out', () => {
  expect(mapColumn([2, null], 0, null)).toEqual([2]);
});
