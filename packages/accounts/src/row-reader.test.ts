import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRows, RowReader, utf8Bytes, type Row } from './row-reader.ts';

const textsOf = (text: string) => readRows(text, null).map((row) => row.text);
const fieldsOf = (text: string, delimiter = ',') => readRows(text, delimiter).map((row) => row.fields);

/** The same text, pushed in pieces. */
function readInPieces(text: string, delimiter: string | null, sizes: readonly number[]): Row[] {
  const reader = new RowReader(delimiter);
  const rows: Row[] = [];
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    rows.push(...reader.push(text.slice(at, at + size)));
    at += size;
  }
  return [...rows, ...reader.end()];
}

test('lines end with LF, CRLF or CR in any mixture, and the last one needs no end', () => {
  expect(textsOf('a----1\nb----2\r\n\n c \rd\r\re')).toEqual(['a----1', 'b----2', '', ' c ', 'd', '', 'e']);
  expect(textsOf('a\n')).toEqual(['a']);
  expect(textsOf('')).toEqual([]);
});

test('a byte order mark at the start of any line is no part of it', () => {
  const rows = readRows('\ufeffa\n\ufeff\ufeffb\nc\ufeff', null);
  expect(rows.map(({ text, marks }) => [text, marks])).toEqual([
    ['a', 1],
    ['b', 2],
    ['c\ufeff', 0],
  ]);
});

test('a quote opens only at the start of a field, and closes before a delimiter or a line end', () => {
  expect(fieldsOf('a,Pa"ss,"x, ""y""",""\n')).toEqual([['a', 'Pa"ss', 'x, "y"', '']]);
  expect(fieldsOf('"two\nlines",b\r\n"c",d')).toEqual([
    ['two\nlines', 'b'],
    ['c', 'd'],
  ]);
  expect(fieldsOf('"a"b,"c" ,d')).toEqual([['"a"b', '"c" ', 'd']]);
  expect(fieldsOf('"a----b"----"c"', '----')).toEqual([['a----b', 'c']]);
});

test('a quote that is never closed costs its line only', () => {
  const rows = readRows('a,"b\nc,d\n"e\nf",g\n', ',');
  expect(rows.map(({ line, fields, isOpen }) => ({ line, fields, isOpen }))).toEqual([
    { line: 1, fields: ['a,"b'], isOpen: true },
    { line: 2, fields: ['c', 'd'], isOpen: false },
    { line: 3, fields: ['e\nf', 'g'], isOpen: false },
  ]);
  const far = readRows(`a,"b\n${'c,d\n'.repeat(20_000)}e,"f"`, ',');
  expect(far).toHaveLength(20_002);
  expect(far[0]).toMatchObject({ text: 'a,"b', isOpen: true });
});

test('rows know their lines', () => {
  const rows = readRows('a,b\r\n"c\r\nd\re",f\ng,h', ',');
  expect(rows.map(({ line, lines }) => [line, lines])).toEqual([
    [1, 1],
    [2, 3],
    [5, 1],
  ]);
});

const piece = fc.constantFrom(
  'a',
  'Pw-1',
  '"',
  '""',
  ',',
  '--',
  '-',
  '\n',
  '\r',
  '\r\n',
  '\ufeff',
  ' ',
  '名',
  '😀',
);
const junk = fc.array(piece, { maxLength: 60 }).map((all) => all.join(''));
const delimiter = fc.constantFrom(null, ',', '--', '----', '\t');

test('however a text arrives, its rows are the same and hold every character of it', () => {
  fc.assert(
    fc.property(
      junk,
      delimiter,
      fc.array(
        fc.nat({ max: 7 }).map((n) => n + 1),
        { minLength: 1 },
      ),
      (text, by, sizes) => {
        const whole = readRows(text, by);
        expect(readInPieces(text, by, sizes)).toEqual(whole);
        expect(whole.map((row) => row.source).join('')).toBe(text);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('valid tables are read as an independent reader reads them', () => {
  const value = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é'), maxLength: 6 });
  const rows = fc.array(fc.array(value, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 });
  const quote = (one: string) => `"${one.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), (table, end, isAll) => {
      const write = (one: string) => (isAll || /[",\r\n]/.test(one) ? quote(one) : one);
      const text = table.map((row) => row.map(write).join(',') + end).join('');
      const oracle: string[][] = parse(text, { relax_column_count: true, record_delimiter: end });
      expect(fieldsOf(text)).toEqual(oracle);
      expect(fieldsOf(text)).toEqual(table);
    }),
    { numRuns: 1_000 },
  );
});

// Were it quadratic, the time limit of a test would end it.
test('time is linear in whatever the file holds', () => {
  const hard = ['x",y,"z\n', '"a\n', 'a,"\n",b\n', '"""a\n', '"" ""\n', ',"', '\r', '"'];
  for (const one of hard) {
    const text = one.repeat(600_000 / one.length);
    expect(readInPieces(text, ',', [65_536]).length, one).toBeGreaterThan(0);
  }
  expect(readInPieces('a'.repeat(300_000), null, [3])).toHaveLength(1);
});

test('a line without an end needs no memory, and what follows it is read', () => {
  const long = 'é'.repeat(900_000);
  const rows = readInPieces(`a\n${long}\r\nb`, null, [50_000]);
  expect(rows.map((row) => row.text.length)).toEqual([1, 100_000, 1]);
  expect(utf8Bytes(rows[1]!.source) + rows[1]!.skippedBytes).toBe(1_800_002);
  expect(rows[2]).toMatchObject({ line: 3, text: 'b' });
});
