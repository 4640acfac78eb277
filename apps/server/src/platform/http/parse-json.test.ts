import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasDoubledKey } from './parse-json.ts';

const isDoubled = (text: string): boolean => hasDoubledKey(text, JSON.parse(text));

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"b":{"c":[{"d":1,"d":1}]}}',
  String.raw`{"a":1,"\u0061":2}`,
  String.raw`{"\"":1,"\u0022":2}`,
  '{"a" \n\t\r :1,"a"\t: 2}',
  '{"":1,"":2}',
  '[[{"a":{},"a":[]}]]',
  '{"1":"x","1":"y"}',
])('%s names a key twice', (text) => {
  expect(isDoubled(text)).toBe(true);
});

test.each([
  '{"a":1,"A":2}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":{"a":":"}}}',
  String.raw`{"a":"\"a\":1","b":"\\"}`,
  String.raw`{"a\\":1,"a\\\"":2}`,
  String.raw`["a\":", "\\", ":"]`,
  '"a"',
  '":"',
  '7',
  'null',
  '{}',
])('%s names each key once', (text) => {
  expect(isDoubled(text)).toBe(false);
});

test('no JSON that was written from a value is refused, and each with one key more is', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 5 }),
      fc.string(),
      fc.integer({ min: 0, max: 3 }),
      (value, key, space) => {
        expect(isDoubled(JSON.stringify(value, null, space))).toBe(false);
        const name = JSON.stringify(key);
        const inner = JSON.stringify(value, null, space);
        expect(isDoubled(`{${name}:${inner},"other":0,${name}:${inner}}`)).toBe(true);
      },
    ),
  );
});

test('a text nested deeper than the stack is counted', () => {
  const depth = 200_000;
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  let value: unknown[] = [];
  for (let level = 1; level < depth; level += 1) value = [value];
  expect(hasDoubledKey(nested, value)).toBe(false);
});
