import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportLine } from './add-lines.ts';
import { readLines } from './read-lines.ts';

async function linesOf(...parts: (string | Buffer)[]): Promise<ImportLine[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield Buffer.from(part);
  }
  const lines: ImportLine[] = [];
  for await (const line of readLines(bytes())) lines.push(line);
  return lines;
}

test('lines end with LF or CRLF, and the last one needs no end', async () => {
  expect(await linesOf('a----1\nb----2\r\n\n c \nd')).toEqual(['a----1', 'b----2', '', ' c ', 'd']);
  expect(await linesOf('a\n')).toEqual(['a']);
  expect(await linesOf()).toEqual([]);
});

test('a byte order mark is no part of the first line', async () => {
  expect(await linesOf('\ufeffa\n\ufeffb')).toEqual(['a', '\ufeffb']);
});

test('a file comes through whole, wherever it is cut on its way', async () => {
  const line = fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .map((text) => text.replaceAll(/[\r\n\ufeff]/g, ''));
  const property = fc.asyncProperty(
    fc.array(line, { minLength: 1, maxLength: 8 }),
    fc.array(fc.nat(120), { maxLength: 6 }),
    async (lines, cuts) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
      const ends = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length];
      const parts = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
      expect(await linesOf(...parts)).toEqual(lines);
    },
  );
  await fc.assert(property, { numRuns: 200 });
});

test('what is not UTF-8 is told as such, and the lines beside it are read', async () => {
  expect(await linesOf('a\n', Buffer.from([0xff, 0x62]), '\nc')).toEqual([
    'a',
    { fault: 'not UTF-8', text: '\ufffdb' },
    'c',
  ]);
});

test('a line without an end is not held, only its beginning is told', async () => {
  const lines = await linesOf('a\n', ...Array.from({ length: 100 }, () => 'x'.repeat(10_000)), '\nb');
  expect(lines).toMatchObject(['a', { fault: 'too long' }, 'b']);
  expect((lines[1] as { text: string }).text).toHaveLength(16_000);
});
