import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountFormOf, RowChecker } from './check-row.ts';
import { decodeStrictly, sniffEncoding } from './encoding.ts';
import { partsOf } from './file-parts.ts';
import { readRows } from './row-reader.ts';
import { surveyFile } from './survey-file.ts';
import type { ImportForm } from '@portside/contract';

const SEPARATORS = [':', '----', '|', ';', '\t'] as const;
const COLUMNS = ['account', 'password', 'mail'];

/** What the rows of a text become by a form, in whatever parts it is sent. */
async function importOf(text: string, form: ImportForm, separator: string, partBytes: number) {
  const account = accountFormOf({ separator, columns: COLUMNS }, form);
  const sold: string[] = [];
  const refused: string[] = [];
  let dropped = 0;
  for await (const part of partsOf([text], form.kind === 'csv' ? form.delimiter : null, { partBytes })) {
    const checker = new RowChecker(form, account, part.fromLine === 0);
    for (const row of readRows(part.text, form.kind === 'csv' ? form.delimiter : null, part.fromLine + 1)) {
      const checked = checker.check(row);
      if (checked.what !== 'line') dropped += 1;
      else if (checked.fault === null) sold.push(checked.text);
      else refused.push(row.text);
    }
  }
  return { sold, refused, dropped };
}

/** Values as suppliers have them, and some that nobody should have. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{3,6}\d{1,3}$/) },
  fc.stringMatching(/^[A-Za-z]{2}[!$%&*+.?@_~-]{1,2}\d{2}$/),
  fc.constantFrom(
    'Tide:44',
    'a|b1',
    'x;y2',
    'Pa"ss',
    '"q1"',
    '密码1',
    'пароль1',
    'two  in 1',
    'é9',
    'a,b1',
    "'+71",
    '[1',
    '😀1',
  ),
);
const account = fc.tuple(value, value, value);
const separators = fc.constantFrom(...SEPARATORS);
const ends = fc.constantFrom('\n', '\r\n', '\r');

test('lines: every one is sold exactly as it came, refused or asked about, by a naive splitter', async () => {
  const property = fc.asyncProperty(
    fc.array(account, { minLength: 1, maxLength: 12 }),
    fc.array(fc.constantFrom('', '   ', 'one1', 'a1', '\u200b', 'nul\u0000----x:|;\ty'), { maxLength: 3 }),
    separators,
    ends,
    fc.integer({ min: 1, max: 120 }),
    async (accounts, junk, separator, end, partBytes) => {
      const lines = [...accounts.map((values) => values.join(separator)), ...junk];
      const text = lines.map((line) => line + end).join('');
      const form: ImportForm = { kind: 'text' };
      const got = await importOf(text, form, separator, partBytes);
      const survey = await surveyFile([text], { separator, columns: COLUMNS }, form);
      // Nothing is lost, and nothing is made up.
      expect([...got.sold, ...got.refused].toSorted()).toEqual(
        lines.filter((line) => line.replaceAll(/[\s\u200b]/gu, '') !== '').toSorted(),
      );
      expect(survey).toMatchObject({
        lines: got.sold.length + got.refused.length,
        sellable: got.sold.length,
      });
      for (const sold of got.sold) expect(sold.split(separator).length).toBeGreaterThanOrEqual(3);
      const explained = survey.findings.reduce((sum, { count }) => sum + count, 0);
      expect(explained).toBeGreaterThanOrEqual(got.refused.length);
      // Plain accounts are sold whatever is around them.
      const plain = accounts.filter((values) => values.every((one) => /^[a-z]{3,6}\d{1,3}$/.test(one)));
      expect(got.sold).toEqual(expect.arrayContaining(plain.map((values) => values.join(separator))));
    },
  );
  await fc.assert(property, { numRuns: 600 });
});

test('tables: what is sold is what an independent reader reads, in the order of the columns', async () => {
  const quote = (one: string) => `"${one.replaceAll('"', '""')}"`;
  const property = fc.asyncProperty(
    fc.array(account, { minLength: 1, maxLength: 12 }),
    fc.constantFrom(',', ';', '\t', '|'),
    fc.boolean(),
    fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    ends,
    fc.integer({ min: 1, max: 120 }),
    async (accounts, delimiter, isAll, columns, end, partBytes) => {
      const needs = (one: string) => isAll || one.includes(delimiter) || /["\r\n]/.test(one);
      const write = (one: string) => (needs(one) ? quote(one) : one);
      const text = accounts.map((values) => values.map(write).join(delimiter) + end).join('');
      const rows: string[][] = parse(text, { delimiter, record_delimiter: end });
      const form: ImportForm = {
        kind: 'csv',
        delimiter,
        has_header: false,
        separator: '----',
        columns,
        width: 3,
      };
      const got = await importOf(text, form, '----', partBytes);
      const oracle = rows.map((row) => columns.map((column) => row[column]!).join('----'));
      expect(got.sold.length + got.refused.length).toBe(rows.length);
      // In the same order, and only what has a guard or an open bracket is missing.
      expect(oracle.filter((one) => got.sold.includes(one))).toEqual(got.sold);
      const isOdd = (values: readonly string[]) => values.some((one) => /^["'[]/.test(one));
      for (const [at, one] of oracle.entries()) if (!isOdd(rows[at]!)) expect(got.sold).toContain(one);
    },
  );
  await fc.assert(property, { numRuns: 600 });
});

test('encodings: what is read is the text that was written, or nothing is', async () => {
  const letters = fc.stringMatching(/^[a-zäé密码данные0-9]{1,8}$/u);
  const property = fc.asyncProperty(
    fc.array(letters, { minLength: 2, maxLength: 20 }),
    fc.constantFrom('utf8', 'utf16le', 'utf16be'),
    fc.boolean(),
    fc.integer({ min: 1, max: 9 }),
    async (values, encoding, hasMark, size) => {
      const text = `${hasMark ? '\ufeff' : ''}${values.map((one) => `${one}----pw1\r\n`).join('')}`;
      const little = Buffer.from(text, encoding === 'utf8' ? 'utf8' : 'utf16le');
      const bytes = new Uint8Array(encoding === 'utf16be' ? little.swap16() : little);
      const sniffed = sniffEncoding(bytes);
      expect(sniffed.isCertain).toBe(true);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      let read = '';
      for await (const one of decodeStrictly(chunks, sniffed.encoding)) read += one;
      expect(read).toBe(text);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});
