import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportForm } from '@portside/contract';
import { partsOf, type FilePart } from './file-parts.ts';
import { readRows, utf8Bytes } from './row-reader.ts';

async function cut(
  text: string,
  delimiter: string | null,
  partBytes: number,
  from: { fromByte: number; fromLine: number; form?: ImportForm } = { fromByte: 0, fromLine: 0 },
  chunk = 7,
): Promise<FilePart[]> {
  const chunks = Array.from({ length: Math.ceil(text.length / chunk) }, (_, at) =>
    text.slice(at * chunk, (at + 1) * chunk),
  );
  const parts: FilePart[] = [];
  for await (const part of partsOf(chunks, delimiter, { partBytes, ...from })) parts.push(part);
  return parts;
}

/** What tells one row from another, read from a part by itself. */
const rowsOf = (text: string, delimiter: string | null, fromLine = 0) =>
  readRows(text, delimiter, fromLine + 1).map(({ line, text: row, fields, isOpen }) => [
    line,
    row,
    fields,
    isOpen,
  ]);

const piece = fc.constantFrom('a', 'Pw-1', '"', '""', ',', '\n', '\r', '\r\n', '\ufeff', '名', '😀', '"\n,"');
const junk = fc.array(piece, { maxLength: 80 }).map((all) => all.join(''));

test('for any cut, the parts joined are the file, and their rows are its rows', async () => {
  const property = fc.asyncProperty(
    junk,
    fc.constantFrom(null, ','),
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 9 }),
    async (text, delimiter, partBytes, chunk) => {
      const parts = await cut(text, delimiter, partBytes, undefined, chunk);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      const rows = parts.flatMap((part) => rowsOf(part.text, delimiter, part.fromLine));
      expect(rows).toEqual(rowsOf(text, delimiter));
      let byte = 0;
      for (const part of parts) {
        expect(part.fromByte).toBe(byte);
        byte += utf8Bytes(part.text);
      }
    },
  );
  await fc.assert(property, { numRuns: 1_000 });
});

test('from the start of any part, the same parts follow', async () => {
  const text = Array.from({ length: 40 }, (_, at) => `login${at},"note\n${at}",ü\n`).join('');
  const all = await cut(text, ',', 100);
  for (const [at, part] of all.entries()) {
    const rest = new TextDecoder().decode(new TextEncoder().encode(text).subarray(part.fromByte));
    expect(await cut(rest, ',', 100, part)).toEqual(all.slice(at));
  }
});

test('a line larger than a part is cut, and stays too long', async () => {
  const long = 'x'.repeat(450_000);
  const parts = await cut(`a\n${long}\nb\n`, null, 400_000, undefined, 60_000);
  expect(parts.map((part) => part.text.length)).toEqual([100_005]);
  expect(parts[0]!.text).toBe(`a\n${'x'.repeat(100_000)}\nb\n`);
  const whole = await cut(`${'y'.repeat(300_000)}\nb\n`, null, 400_000, undefined, 60_000);
  expect(whole.map((part) => part.text.length)).toEqual([300_003]);
  const next = await cut(`${long}\n${'b'.repeat(99)}\n`, null, 100_010, undefined, 60_000);
  expect(next.map((part) => part.fromByte)).toEqual([0, 450_001]);
});

test('a part fits a call whatever its characters are as JSON', async () => {
  const text = `${'"\\'.repeat(200)}\n`.repeat(4_000);
  for (const part of await cut(text, null, 400_000, undefined, 60_000))
    expect(JSON.stringify(part.text).length).toBeLessThanOrEqual(400_002);
});

const form: ImportForm = {
  kind: 'csv',
  delimiter: ',',
  has_header: true,
  separator: ':',
  own_rows: { column: 2, values: ['DE'], others: ['BR', 'country'], holds_rest: false },
};

test('rows of other products are blank lines in a part, of as many lines; the first rows of a file stay', async () => {
  const text = 'login,pass,country\na,1,BR\nb,2,DE\nc,"3\n3", BR\nd,4,FR\ne,5,BR';
  const sent = async (fromLine: number, own: ImportForm) =>
    (await cut(text, ',', 1_000, { fromByte: 0, fromLine, form: own })).map((part) => part.text);
  expect(await sent(0, form)).toEqual(['login,pass,country\na,1,BR\nb,2,DE\n\n\nd,4,FR\n\n']);
  expect(await sent(9, form)).toEqual(['\n\nb,2,DE\n\n\nd,4,FR\n\n']);
  expect(await sent(9, { ...form, own_rows: undefined })).toEqual([text]);
});

test('a file for several products is sent about once, and each of its imports can be resumed', async () => {
  const products = ['DE', 'BR', 'FR', 'US'];
  const rows = Array.from({ length: 4_000 }, (_, at) => `login${at},"note\n${at}",${products[at % 4]}\n`);
  const text = `login,note,country\n${rows.join('')}`;
  const importOf = (of: string): ImportForm => ({
    ...form,
    own_rows: { column: 2, values: [of], others: products.filter((one) => one !== of), holds_rest: false },
  });
  let calls = 0;
  for (const of of products) {
    const all = await cut(text, ',', 4_000, { fromByte: 0, fromLine: 0, form: importOf(of) }, 1_000);
    calls += all.length;
    expect(all.reduce((sum, part) => sum + part.lines, 0)).toBe(8_001);
    const middle = all[all.length >> 1]!;
    const rest = new TextDecoder().decode(new TextEncoder().encode(text).subarray(middle.fromByte));
    const again = await cut(rest, ',', 4_000, { ...middle, form: importOf(of) }, 1_000);
    expect(again).toEqual(all.slice(all.length >> 1));
  }
  const whole = await cut(text, ',', 4_000, undefined, 1_000);
  expect(calls).toBeLessThan(whole.length * 2);
});
