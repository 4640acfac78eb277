import { expect, test } from 'vitest';
import { parseHead } from './parse-head.ts';

const hash = 'ab12'.repeat(16);

test('a pasted line is a number and a hash', () => {
  expect(parseHead(`1234 ${hash}`)).toEqual({ entry: '1234', hash });
  expect(parseHead(`  Entry 7: ${hash.toUpperCase()}\n`)).toEqual({ entry: '7', hash });
});

test.each(['', '12', hash, `12 ${hash.slice(1)}`, `12 ${hash}0`])('%j is none', (text) => {
  expect(parseHead(text)).toBeNull();
});
