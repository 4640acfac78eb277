import { expect, test } from 'vitest';
import type { ImportLine } from './add-lines.ts';
import { readCsvLines, type CsvForm } from './read-csv-lines.ts';

async function* bytesOf(...parts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

async function collect(file: string, form: Partial<CsvForm>): Promise<ImportLine[]> {
  const lines: ImportLine[] = [];
  const whole = { separator: '----', hasHeader: false, ...form };
  for await (const line of readCsvLines(bytesOf(file), whole)) lines.push(line);
  return lines;
}

async function linesOf(bytes: AsyncIterable<Uint8Array>, hasHeader = false): Promise<ImportLine[]> {
  const lines: ImportLine[] = [];
  for await (const line of readCsvLines(bytes, { separator: '----', hasHeader })) lines.push(line);
  return lines;
}

test('rows become lines with the separator of the product, wherever the file is cut', async () => {
  const file = '\ufeffa@x.test,"pa,ss""word",2fa\r\nb@x.test,secret\n\nc@x.test,é';
  const wanted = ['a@x.test----pa,ss"word----2fa', 'b@x.test----secret', '', 'c@x.test----é'];
  expect(await linesOf(bytesOf(file))).toEqual(wanted);
  const bytes = Buffer.from(file);
  for (let cut = 1; cut < bytes.length; cut += 1)
    expect(await linesOf(bytesOf(bytes.subarray(0, cut), bytes.subarray(cut)))).toEqual(wanted);
});

test('other delimiters, and the wanted columns in the wanted order', async () => {
  const lines = await collect('x|p|a\ny|q\n\nz|r|', { delimiter: '|', columns: [2, 1] });
  expect(lines).toEqual([
    'a----p',
    { fault: 'column missing', text: 'y----q' },
    '',
    { fault: 'column missing', text: '----r' },
  ]);
  expect(await collect('a,,x\na, ,\na,b,\n', {})).toEqual([
    { fault: 'column missing', text: 'a--------x' },
    { fault: 'column missing', text: 'a---- ----' },
    'a----b----',
  ]);
});

test('a header is passed over and counts as a line', async () => {
  expect(await linesOf(bytesOf('account,password\na,b\n'), true)).toEqual(['', 'a----b']);
});

test('fields that would fall apart, and bytes that are no text, are told as unfit', async () => {
  expect(await linesOf(bytesOf('a----b,c\n', Buffer.from([0xff]), ',d\ne,f'))).toEqual([
    { fault: 'separator in a field', text: 'a----b----c' },
    { fault: 'not UTF-8', text: '\ufffd----d' },
    'e----f',
  ]);
});

test('a row that never ends and a file that breaks off end the reading', async () => {
  await expect(linesOf(bytesOf(`"${'x'.repeat(100_000)}`))).rejects.toThrow('Max Record Size');
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('a,b\n');
    throw new Error('the connection is gone');
  }
  await expect(linesOf(broken())).rejects.toThrow('the connection is gone');
});
