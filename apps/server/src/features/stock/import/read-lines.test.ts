import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

const linesOf = (text: string) => [...readLines(text)];

test('lines end with LF or CRLF, and the last one needs no end', () => {
  expect(linesOf('a----1\nb----2\r\n\n c \nd')).toEqual(['a----1', 'b----2', '', ' c ', 'd']);
  expect(linesOf('a\n')).toEqual(['a']);
  expect(linesOf('')).toEqual([]);
});

test('a byte order mark is no part of the first line', () => {
  expect(linesOf('\ufeffa\n\ufeffb')).toEqual(['a', '\ufeffb']);
});

test('lines are read as written', () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => text.replaceAll(/[\r\n\ufeff\ufffd]/g, ''));
  const property = fc.property(fc.array(line), (lines) => {
    expect(linesOf(lines.map((one) => `${one}\n`).join(''))).toEqual(lines);
  });
  fc.assert(property, { numRuns: 200 });
});

test('a line that was not UTF-8 is unfit, and the lines beside it are read', () => {
  expect(linesOf('a\n\ufffdb\nc')).toEqual(['a', { fault: 'not UTF-8', text: '\ufffdb' }, 'c']);
});
