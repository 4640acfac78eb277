import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accountFormOf, type ProductForm } from './account-form.ts';
import { RowChecker } from './check-row.ts';
import { decodeStrictly, sniffEncoding } from './encoding.ts';
import { partsOf } from './file-parts.ts';
import { readRows } from './row-reader.ts';
import { surveyFile } from './survey-file.ts';
import type { ImportForm } from '@portside/contract';

const SEPARATORS = [':', '----', '|', ';', '\t'] as const;
const COLUMNS = ['account', 'password', 'mail'];

/** What the rows of a text become by a form, in whatever parts it is sent. */
const importOf = (text: string, form: ImportForm, separator: string, partBytes: number) =>
  importBy(text, form, { separator, columns: COLUMNS }, partBytes);

async function importBy(text: string, form: ImportForm, product: ProductForm, partBytes: number) {
  const account = accountFormOf(product, form);
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
      const isOdd = (values: readonly string[]) => values.some((one) => /^(?:["'[]|😀)/u.test(one));
      for (const [at, one] of oracle.entries()) if (!isOdd(rows[at]!)) expect(got.sold).toContain(one);
    },
  );
  await fc.assert(property, { numRuns: 600 });
});

/** As people write them; no account is among them. */
const word = fc.stringMatching(/^[A-Za-zа-яàéçñ密码合计]{2,10}$/u);
const remark = fc.oneof(
  fc.tuple(word, word).map(([label, rest]) => `${label}: ${rest}`),
  fc.tuple(word, fc.integer({ max: 9_999, min: 1 })).map(([label, figure]) => `${label} : ${figure}`),
  fc.tuple(word, word, word).map((words) => `${words.join(' ')}: ${words[0]}`),
);

test('remarks of any words are never sold unasked, and every account beside them is', async () => {
  const property = fc.asyncProperty(
    fc.uniqueArray(fc.integer({ min: 10, max: 9_999 }), { minLength: 6, maxLength: 30 }),
    fc.array(remark, { minLength: 1, maxLength: 2 }),
    fc.constantFrom('gull', 'gull@box.example', 'лиман'),
    async (numbers, remarks, name) => {
      const lines = numbers.map((number) => `${name.replace('gull', `gull${number}`)}:Pw${number}x`);
      const at = lines.length >> 1;
      const text = [...lines.slice(0, at), ...remarks, ...lines.slice(at)].join('\n');
      const product = { separator: ':', columns: ['account', 'password'] };
      const { form, findings } = await surveyFile([text], product, null);
      const { sold } = await importBy(text, form, product, 50);
      expect(sold).toEqual(name === 'лиман' ? expect.arrayContaining(lines) : lines);
      expect(sold.filter((one) => !lines.includes(one))).toEqual([]);
      expect(findings.filter(({ isAsked }) => isAsked).length).toBeGreaterThan(0);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

test('joined tables are sold by their own headings, in whatever parts, or their rows are held', async () => {
  const columns = ['account', 'password', 'mail'];
  const section = fc.tuple(
    fc.shuffledSubarray(columns, { minLength: 3 }),
    fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 4 }),
  );
  const property = fc.asyncProperty(
    fc.array(section, { minLength: 2, maxLength: 5 }),
    fc.constantFrom(',', ';', '\t'),
    fc.integer({ min: 1, max: 120 }),
    async (sections, delimiter, partBytes) => {
      const valueOf = (name: string, number: number) =>
        name === 'mail' ? `m${number}@box.example` : `${name === 'account' ? 'gull' : 'Tide'}${number}`;
      const rows = sections.flatMap(([names, numbers]) => [
        names,
        ...numbers.map((number) => names.map((name) => valueOf(name, number))),
      ]);
      const text = rows.map((row) => `${row.join(delimiter)}\n`).join('');
      const product = { separator: '----', columns };
      const { form } = await surveyFile([text], product, null);
      const whole = sections.flatMap(([, numbers]) =>
        numbers.map((number) => columns.map((name) => valueOf(name, number)).join('----')),
      );
      const held = await importBy(text, form, product, partBytes);
      expect(held.sold.filter((one) => !whole.includes(one))).toEqual([]);
      const mended = { ...form, doubts: { 'other order': 'mend' as const } };
      expect((await importBy(text, mended, product, partBytes)).sold).toEqual(whole);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

/** Nicknames and passwords as people choose them, words among them. */
test('natural lists are not asked about', async () => {
  const pick = <Value>(values: readonly [Value, ...Value[]]) => fc.constantFrom(...values);
  const name = pick(['maria', 'john', 'Olga', 'pedro', 'wang', 'sasha', 'kim', 'noah']);
  const word = pick(['sunshine', 'dragon', 'football', 'welcome', 'Password', 'monkey', 'batman']);
  const figure = fc.integer({ min: 10, max: 9_999 });
  const login = fc.oneof(
    fc.tuple(name, figure).map(([first, number]) => `${first}${number}`),
    fc.tuple(name, name).map((names) => names.join('_')),
    fc.tuple(name, name).map((names) => names.join('')),
    fc.tuple(name, figure).map((parts) => parts.join('.')),
  );
  const password = fc.oneof(
    word,
    figure.map((number) => String(number * 1_001)),
    fc
      .tuple(word, pick(['', '!', '@', '#', '_', '.', '$', '&', '*', ',']), figure)
      .map((parts) => parts.join('')),
  );
  const list = fc.uniqueArray(
    fc.tuple(login, password).map((values) => values.join(':')),
    {
      minLength: 60,
      maxLength: 200,
    },
  );
  const property = fc.asyncProperty(list, fc.boolean(), async (names, areAddresses) => {
    const lines = areAddresses ? names.map((line) => line.replace(':', '@box.example:')) : names;
    const product = { separator: ':', columns: ['account', 'password'] };
    const { findings, sellable } = await surveyFile([lines.join('\n')], product, null);
    expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
    expect(sellable).toBe(lines.length);
  });
  await fc.assert(property, { numRuns: 60 });
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

const letters = (length: number) =>
  fc.string({
    unit: fc.constantFrom(...'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
    minLength: length,
    maxLength: length,
  });
const byte = fc.integer({ min: 11, max: 250 });
/** Accounts that are one value. */
const SINGLE: Readonly<Record<string, fc.Arbitrary<string>>> = {
  key: fc.array(letters(5), { minLength: 5, maxLength: 5 }).map((parts) => parts.join('-')),
  token: fc.tuple(letters(24), letters(6), letters(38)).map((parts) => parts.join('.')),
  proxy: fc
    .tuple(byte, byte, byte, fc.integer({ min: 1_000, max: 60_000 }))
    .map(([a, b, c, port]) => `10.${a}.${b}.${c}:${port}`),
  link: letters(16).map((id) => `https://x.example/+${id}`),
  'seed phrase': fc
    .array(fc.constantFrom('apple', 'river', 'stone', 'tiger', 'cloud'), { minLength: 12, maxLength: 12 })
    .map((words) => words.join(' ')),
  cookies: fc.tuple(letters(20), letters(9)).map(([sid, xs]) => `sid=${sid}; xs=${xs}%3A1; c_user=10`),
  session: fc.tuple(letters(9), letters(60)).map(([u, t]) => JSON.stringify({ u, t, n: 1 })),
};

test('of accounts that are one value, remarks are held, and ordinary lists are not asked about', async () => {
  const kinds = fc.constantFrom(...Object.keys(SINGLE));
  const list = kinds.chain((kind) =>
    fc.tuple(
      fc.constant(kind),
      fc.uniqueArray(SINGLE[kind]!, { minLength: 12, maxLength: 40 }),
      fc.constantFrom(
        'Page 1',
        '1/2',
        'US',
        '@best_shop',
        '售后联系123',
        'USA 40 pcs',
        'a|b|c',
        'Part 2',
        'x',
      ),
    ),
  );
  const property = fc.asyncProperty(list, fc.nat(), async ([kind, lines, line], place) => {
    const product = { separator: ':', columns: kind === 'token' ? [] : [kind] };
    const plain = await surveyFile([lines.join('\n')], product, null);
    expect(plain.findings.filter(({ isAsked }) => isAsked)).toEqual([]);
    expect((await importBy(lines.join('\n'), plain.form, product, 50)).sold).toEqual(lines);
    const text = lines.toSpliced(place % (lines.length + 1), 0, line).join('\n');
    const { form, findings } = await surveyFile([text], product, null);
    expect(findings.some(({ isAsked }) => isAsked)).toBe(true);
    expect((await importBy(text, form, product, 50)).sold).toEqual(lines);
    expect(await surveyFile([text], product, form)).toEqual(await surveyFile([text], product, null));
  });
  await fc.assert(property, { numRuns: 150 });
});

test.each([
  ['a code', 'account,password,2fa', (at: number) => `K${'QX7Z'.repeat(7)}${1_000 + at}`],
  ['a token', 'account,password,token', (at: number) => `MT${'aB9'.repeat(12 + (at % 3))}.x${at % 7}`],
  [
    'cookies',
    'account,password,cookies',
    (at: number) => `sid=${'9f'.repeat(20)}${at % 9}; xs=${'c'.repeat(30)}`,
  ],
])('a file that was cut off within %s holds its last line', async (_, columns, last) => {
  const product = { separator: '|', columns: columns.split(',') };
  const lines = Array.from({ length: 12 }, (_unused, at) => `gull${at}|Tide${at}x|${last(at)}`);
  for (const [whole, separator] of [
    [lines, '|'],
    [[columns, ...lines.map((line) => line.replaceAll('|', ','))], ','],
  ] as const) {
    const text = whole.join('\n');
    expect((await surveyFile([text], product, null)).form.is_cut_off).toBeUndefined();
    const cut = text.slice(0, text.lastIndexOf(separator) + 12);
    const { form, findings } = await surveyFile([cut], product, null);
    expect(findings.filter(({ isAsked }) => isAsked)).toMatchObject([{ kind: 'open value', count: 1 }]);
    expect((await importBy(cut, form, product, 50)).sold).toEqual(lines.slice(0, -1));
    const whatever = { ...form, doubts: { 'open value': 'sell' as const } };
    expect((await importBy(cut, whatever, product, 50)).sold).toHaveLength(12);
  }
});

test.each<[string, string, string, (at: number) => string]>([
  ['one login on many hosts', ':', 'host,login,password', (at) => `10.0.0.${at}:Administrator:Tide${at}x`],
  [
    'passwords with a sign of the separator',
    '----',
    'account,password',
    (at) => `gull${at}----${['-aQ1', 'aQ-1', 'aQ1-', 'a-Q1'][at % 4]!}${at}`,
  ],
  [
    'cookies by their own sign',
    ';',
    'login,password,cookies',
    (at) => `gull${at};Tide${at}x;sid=${at}a; xs=1%3A${at}`,
  ],
  [
    'objects of a product without columns',
    '|',
    '',
    (at) => JSON.stringify({ login: `gull${at}`, p: `Tide,${at}` }),
  ],
  ['pairs of a product without columns', ':', '', (at) => `gull${at},b:Tide=${at}x`],
])('nothing is asked about %s', async (_, separator, columns, line) => {
  const product = { separator, columns: columns === '' ? [] : columns.split(',') };
  const lines = Array.from({ length: 24 }, (_unused, at) => line(at));
  const { form, findings } = await surveyFile([lines.join('\n')], product, null);
  expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  expect((await importBy(lines.join('\n'), form, product, 50)).sold).toEqual(lines);
});

test.each([
  '帳號,密碼,電子郵件',
  'Username,Kata Sandi,Surel',
  'Gebruikersnaam,Wachtwoord,E-mail',
  'Käyttäjätunnus,Salasana,Sähköposti',
  'نام کاربری,رمز عبور,ایمیل',
  'ชื่อผู้ใช้,รหัสผ่าน,อีเมล',
])('%s names the columns', async (heading) => {
  const rows = Array.from({ length: 6 }, (_, at) => [`gull${at}`, `Tide${at}x`, `g${at}@box.example`]);
  const turn = (cells: readonly string[]) => [cells[2], cells[1], cells[0]].join(',');
  const text = [turn(heading.split(',')), ...rows.map(turn)].join('\n');
  const product = { separator: '----', columns: COLUMNS };
  const { form, findings } = await surveyFile([text], product, null);
  expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  expect((await importBy(text, form, product, 50)).sold).toEqual(rows.map((row) => row.join('----')));
});

test.each(['Order:12345', 'Support:1234567'])('the label %s is no account', async (label) => {
  const lines = Array.from({ length: 24 }, (_, at) => `gull_${at * 7}:Tide${at}x`);
  const product = { separator: ':', columns: ['account', 'password'] };
  const { form } = await surveyFile([[...lines, label].join('\n')], product, null);
  expect((await importBy([...lines, label].join('\n'), form, product, 50)).sold).toEqual(lines);
});

test.each(['Key', 'License key', 'Ключ', '激活码'])(
  'the name %s before single values is asked about',
  async (name) => {
    const keys = Array.from({ length: 12 }, (_, at) => `K7QX2-PQ${at + 10}Z-TTW4M`);
    const text = keys.map((key) => `${name}: ${key}`).join('\n');
    const product = { separator: '----', columns: ['key'] };
    const { form, findings } = await surveyFile([text], product, null);
    expect(findings.filter(({ isAsked }) => isAsked)).toMatchObject([{ kind: 'label', count: 12 }]);
    const mended = { ...form, doubts: { label: 'mend' as const } };
    expect((await importBy(text, mended, product, 50)).sold).toEqual(keys);
  },
);

test('a few single values may be of any lengths', async () => {
  const lines = [40, 44, 41, 90, 43, 40].map((length) => 'aB9'.repeat(length).slice(0, length));
  const { findings } = await surveyFile([lines.join('\n')], { separator: ':', columns: ['token'] }, null);
  expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
});
