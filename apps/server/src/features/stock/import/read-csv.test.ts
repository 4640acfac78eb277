import { expect, test } from 'vitest';
import type { ImportLine } from './check-line.ts';
import { readCsvLines, type CsvForm } from './read-csv.ts';

const linesOf = (text: string, form: Partial<CsvForm> = {}): Promise<ImportLine[]> =>
  readCsvLines(text, { separator: '----', hasHeader: false, ...form });

test('rows become lines with the separator of the product', async () => {
  const file = '\ufeffa@x.test,"pa,ss""word",2fa\r\nb@x.test,secret\n\nc@x.test,é';
  expect(await linesOf(file)).toEqual([
    'a@x.test----pa,ss"word----2fa',
    'b@x.test----secret',
    '',
    'c@x.test----é',
  ]);
});

test('other delimiters, and the wanted columns in the wanted order', async () => {
  expect(await linesOf('x|p|a\ny|q\n\nz|r|', { delimiter: '|', columns: [2, 1] })).toEqual([
    'a----p',
    { fault: 'column missing', text: 'y----q' },
    '',
    { fault: 'column missing', text: '----r' },
  ]);
  expect(await linesOf('a,,x\na, ,\na,b,\n')).toEqual([
    { fault: 'column missing', text: 'a--------x' },
    { fault: 'column missing', text: 'a---- ----' },
    'a----b----',
  ]);
});

test('a header is skipped and counts as a line', async () => {
  expect(await linesOf('account,password\na,b\n', { hasHeader: true })).toEqual(['', 'a----b']);
});

test('fields that hold the separator, and bytes that are no UTF-8, are unfit', async () => {
  expect(await linesOf('a----b,c\n\ufffd,d\ne,f')).toEqual([
    { fault: 'separator in a field', text: 'a----b----c' },
    { fault: 'not UTF-8', text: '\ufffd----d' },
    'e----f',
  ]);
});

test('a quote that is never closed costs only its own line, wherever it is', async () => {
  const lines = Array.from({ length: 9_000 }, (_, index) => `ann-${index},key`);
  for (const at of [0, 1, 4_500, 8_999])
    for (const end of ['\n', '\r\n', '\r']) {
      const broken = lines.with(at, 'bob,"open');
      const wanted: ImportLine[] = broken.map((line) => line.replace(',', '----'));
      wanted[at] = { fault: 'open quote', text: 'bob,"open' };
      expect(await linesOf(`\ufeff${broken.join(end)}`)).toEqual(wanted);
    }
});

test('a row that is too long costs only itself', async () => {
  const long = `bob,${'x'.repeat(100_000)}`;
  expect(await linesOf(`ann,a\n${long}\ncleo,c\n`)).toEqual([
    'ann----a',
    { fault: 'too long', text: long },
    'cleo----c',
  ]);
});

test('stray quotes are characters of a line, and neither they nor open ones slow down reading', async () => {
  expect(await linesOf('ann,a"b\n"bob" b,"k"\ncleo,""c\n"d\nan",k\n')).toEqual([
    'ann----a"b',
    '"bob" b----k',
    'cleo----""c',
    'd\nan----k',
  ]);
  // A reader that searches the rest of the text for each closing quote would take hours for these.
  for (const line of ['a,"b" c,"d', 'a,"b" c","d', 'a,"b""', '"""a', 'a,"b"c', '"a" b', 'a,"""'])
    expect(await linesOf(`${line}\n`.repeat(30_000))).not.toHaveLength(0);
});
