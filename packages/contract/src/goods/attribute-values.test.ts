import { expect, test } from 'vitest';
import { ATTRIBUTE_KEYS, hasAttributes } from './attribute-values.ts';

const own = [
  { attribute_id: '1', value_id: '11' },
  { attribute_id: '2', value_id: '21' },
];

test.each([
  ['', true],
  ['1.11', true],
  ['1.12', false],
  // One of an attribute's values is enough, but each attribute counts.
  ['1.12,1.11', true],
  ['1.11,2.22', false],
  ['1.11,1.12,2.22,2.21', true],
  ['3.31', false],
])('a product with 1.11 and 2.21 passes %j: %s', (wanted, passes) => {
  expect(hasAttributes(own, wanted.split(',').filter(Boolean))).toBe(passes);
});

test.each([
  ['1.2', true],
  ['1.2,3.4', true],
  ['', false],
  ['1', false],
  ['1.2,', false],
  ['a.b', false],
])('%j is a list of values: %s', (text, is) => {
  expect(ATTRIBUTE_KEYS.test(text)).toBe(is);
});
