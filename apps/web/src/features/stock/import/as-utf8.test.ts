import { expect, test } from 'vitest';
import { asUtf8 } from './as-utf8.ts';
import { readBeginning } from './import-source.ts';
import { readParts } from './read-parts.ts';

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
