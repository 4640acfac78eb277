import { expect, test } from 'vitest';
import { readBeginning, asUtf8, mapColumn, mappingOf } from './import-source.ts';
import { readParts } from './read-parts.ts';

test('of a short file the last line is seen too', async () => {
  expect(await readBeginning(new Blob(['ann----one\nbob----two']))).toBe('ann----one\nbob----two\n');
});

test('of a long one a beginning, whole characters only, that may end in a line', async () => {
  const beginning = await readBeginning(new Blob([`x${'почта'.repeat(10_001)}`]));
  expect(beginning.length).toBeLessThanOrEqual(30_000);
  expect(beginning).toMatch(/^x(почта)+[а-я]*$/);
});

const TEXT = 'ann----ключ\r\nbob----\u{1f511}\r\n';

const little = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

const big = Buffer.from(little).swap16();

async function partsOf(file: File): Promise<string> {
  let text = '';
  for await (const part of readParts(file, 'text')) text += part.text;
  return text;
}

test.each([
  ['little-endian', little],
  ['big-endian', big],
])('%s UTF-16 is read by its mark, alike in the preview and in the import', async (_, bytes) => {
  const file = await asUtf8(new File([new Uint8Array(bytes)], 'stock.txt'));
  expect(file.name).toBe('stock.txt');
  expect(await readBeginning(file)).toBe(`${TEXT}\n`);
  expect(await partsOf(file)).toBe(TEXT);
});

test('any other file stays as it is', async () => {
  for (const text of [TEXT, `\ufeff${TEXT}`, '', 'x']) {
    const file = new File([text], 'stock.txt');
    expect(await asUtf8(file)).toBe(file);
  }
});

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
