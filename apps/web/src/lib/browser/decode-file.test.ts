import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { decodeFile, readText } from './decode-file.ts';
import { isXlsx, tableOfXlsx } from '../../ui/fields/table-file.tsx';

const TEXT = 'ann----ключ\r\nbob----\u{1f511}\r\n';
/** `ann----手机` in GBK. */
const GBK = [...Buffer.from('ann----'), 0xca, 0xd6, 0xbb, 0xfa, 0xd2, 0xd1, 0xb0, 0xf3, 0xb6, 0xa8];

const fileOf = (bytes: Iterable<number>) => new Blob([new Uint8Array(Array.from(bytes))]);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');

async function textOf(file: Blob): Promise<string> {
  let text = '';
  for await (const part of readText(file)) text += part;
  return text;
}

test('UTF-8 stays the file that it is, with its mark', async () => {
  for (const text of [TEXT, `\ufeff${TEXT}`, '', 'x']) {
    const source = new Blob([text]);
    const { file } = await decodeFile(source, null);
    expect(file).toBe(source);
    expect(await textOf(source)).toBe(text);
  }
});

test.each([
  ['little-endian', utf16(`\ufeff${TEXT}`), TEXT],
  ['big-endian', utf16(`\ufeff${TEXT}`).swap16(), TEXT],
  ['unmarked', utf16('plain----one\nplain----two\n'), 'plain----one\nplain----two\n'],
])('%s UTF-16 is converted without a question', async (_, bytes, text) => {
  const { file } = await decodeFile(fileOf(bytes), null);
  expect((await textOf(file!)).replace(/^\ufeff/, '')).toBe(text);
});

test('anything else is held until somebody says what it is, and converted whole', async () => {
  const source = fileOf(GBK);
  const { file, held } = await decodeFile(source, null);
  expect(file).toBeNull();
  expect(held).toMatchObject({ source, looksLike: 'gb18030', refused: null });
  expect(await (await decodeFile(source, 'gb18030')).file!.text()).toBe('ann----手机已绑定');
});

test('one byte at the end of a long file holds all of it', async () => {
  const source = new Blob(['ann----one\n'.repeat(50_000), new Uint8Array([0xff, 0x0a])]);
  const { file, held } = await decodeFile(source, null);
  expect(file).toBeNull();
  expect(held!.nearByte).toBeGreaterThan(64_000);
});

test('an encoding that not every byte fits is asked for again', async () => {
  const { file, held } = await decodeFile(fileOf([...GBK, 0xff]), 'gb18030');
  expect(file).toBeNull();
  expect(held!.refused).toBe('gb18030');
});

test('the first sheet is a table with tabs, in which no number looks like thousands', async () => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: 'Prices',
        rows: [
          ['product', 'min_quantity', 'price'],
          ['A "big"\tbox', 1000, 1.255],
          ['007', 1, 0.1 + 0.2],
          ['Last', 2, null],
        ],
      },
      { name: 'Notes', rows: [['nothing']] },
    ],
  });
  const file = new Blob([bytes as BlobPart]);
  expect(await isXlsx(file)).toBe(true);
  expect((await tableOfXlsx(file)).split('\n')).toEqual([
    'product\tmin_quantity\tprice',
    '"A ""big"" box"\t1000\t1.2550',
    '007\t1\t0.3',
    'Last\t2\t',
  ]);
});

test('what is no workbook is refused', async () => {
  expect(await isXlsx(new Blob(['product,price']))).toBe(false);
  await expect(tableOfXlsx(new Blob(['PK\u0003\u0004 and nothing else']))).rejects.toThrow();
});
