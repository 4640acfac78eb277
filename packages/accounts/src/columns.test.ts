import { expect, test } from 'vitest';
import { accountFormOf, type ProductForm } from './account-form.ts';
import { RowChecker } from './check-row.ts';
import type { FindingKind } from './findings.ts';
import { readRows } from './row-reader.ts';
import { surveyFile } from './survey-file.ts';

const DASHES = { separator: '----', columns: ['account', 'password'] };
const NAMES = Array.from({ length: 8 }, (_, at) => [`gull${'bcdfghjk'[at]}`, `Tide${at * 13}x`] as const);

async function read(text: string, product: ProductForm) {
  const { findings, preview } = await surveyFile([text], product, null);
  const asked = findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind);
  return {
    asked,
    values: preview.map(({ values }) => values),
    accounts: preview.map(({ account }) => account),
  };
}

/** Words that nobody here knows stand before login and password. */
test.each([
  'Product,Login,Password',
  'Group,Title,Username,Password',
  'Site,Level,Rank,Login,Password',
  'Verified?,Login,Password',
  'Сервис,Логин,Пароль',
  '平台,账号,密码',
  'Serviço,Usuário,Senha',
])('%s is a heading', async (heading) => {
  const others = heading.split(',').slice(2);
  const rows = NAMES.map((names, at) => [...others.map((_, of) => `x${at % (of + 2)}`), ...names].join(','));
  expect(await read([heading, ...rows].join('\n'), DASHES)).toMatchObject({ asked: [], values: NAMES });
});

test.each([
  ['a table in a frame', ['| login | password |', '|---|---|'], '| ', ' | ', ' |'],
  ['cells with blanks', ['#; login; password'], '1; ', '; ', ''],
])('blanks round values are nothing to ask about: %s', async (_, heading, before, within, behind) => {
  const rows = NAMES.map((names) => `${before}${names.join(within)}${behind}`);
  const { asked, values } = await read([...heading, ...rows].join('\n'), DASHES);
  expect(asked).toEqual([]);
  expect(values.slice(-NAMES.length)).toEqual(NAMES);
});

test.each(['====', '___', '++', ' ', '    '])('%j between values is found', async (sign) => {
  const rows = NAMES.map((names) => names.join(sign));
  expect(await read(rows.join('\n'), DASHES)).toMatchObject({ asked: [], values: NAMES });
  // Another number of values than the product has is no sign of it.
  expect((await read(rows.join(`${sign}x\n`), DASHES)).asked).toEqual(['mostly unfit']);
});

test.each(['Email khôi phục', 'Mail khôi phục', 'Khôi phục'])(
  '%s is a mailbox for recovery',
  async (name) => {
    const rows = NAMES.map((names) => [...names, 'gull@box.example'].join(','));
    const product = { separator: ':', columns: ['account', 'password', 'recovery'] };
    expect(await read([`Tài khoản,Mật khẩu,${name}`, ...rows].join('\n'), product)).toMatchObject({
      asked: [],
    });
  },
);

test('the colon of a link before accounts separates nothing', async () => {
  const rows = NAMES.map((names) => ['https://x.example/', ...names].join('|'));
  const { asked, accounts } = await read(rows.join('\n'), { ...DASHES, separator: '|' });
  expect(asked).toContain('surplus');
  expect(accounts).toEqual(rows);
});

test('an account whose password is called so is no heading', async () => {
  const rows = [...NAMES.map((names) => [...names, 'admin']), ['ana', 'password', 'user']];
  const product = { separator: '|', columns: ['account', 'password', 'role'] };
  const { asked, values } = await read(rows.map((row) => row.join('|')).join('\n'), product);
  expect(asked).not.toContain('mapping');
  expect(values).toEqual(rows);
});

test('what a heading between accounts says they lack is no heading of columns', async () => {
  const lines = NAMES.map((names) => names.join(':'));
  const product = { ...DASHES, separator: ':' };
  const { asked, accounts } = await read(['2FA: no', ...lines].join('\n'), product);
  expect(asked).not.toContain('mapping');
  expect(accounts).toEqual(['2FA: no', ...lines]);
});

test.each<[string, string, string[]]>([
  [
    'a further column',
    'login:password\na1:p1\npassword:login:email\np2:a2:m2@box.example',
    ['a1:p1', 'a2:p2'],
  ],
  ['a value too many', 'login:password\na1:p1\na3:p3\npassword:login\np:2:a2', ['a1:p1', 'a3:p3']],
  ['a value too few', 'login:password\na1:p1\npassword:login:email\np2:a2\n', ['a1:p1']],
  ['the separator behind it', 'login:password\na1:p1\nid:login:password\n9:a2:p:2\n', ['a1:p1', 'a2:p:2']],
])('lines in another order are put right by its width: %s', async (_, text, sold) => {
  const product = { ...DASHES, separator: ':' };
  const { form } = await surveyFile([text], product, null);
  const mended = { ...form, doubts: { 'other order': 'mend' } } as const;
  const { preview, sellable, findings } = await surveyFile([text], product, mended);
  expect(preview.filter(({ fault }) => fault === null).map(({ account }) => account)).toEqual(sold);
  expect(sellable).toBe(sold.length);
  expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
});

test.each<[string, string[], string[]]>([
  ['1. ', ['12_heron:Pw9', '99.owl:Pw8', '11. tern:Pw7'], ['12_heron:Pw9', '99.owl:Pw8', 'tern:Pw7']],
  ['1.', ['12_heron:Pw9', '99.owl:Pw8', '11.tern:Pw7'], ['12_heron:Pw9', 'tern:Pw7']],
  ['1 - ', ['7-owl:Pw8', '15 - tern:Pw7', '16 - swan:Pw6'], ['7-owl:Pw8', 'tern:Pw7', 'swan:Pw6']],
])('of lines numbered %s, only numbers are taken off', async (sign, others, sold) => {
  const lines = Array.from(
    { length: 30 },
    (_, at) => sign.replace('1', String(at + 1)) + `gull${at}x:Tide${at}`,
  );
  const text = [...lines.slice(0, 10), ...others, ...lines.slice(11)].join('\n');
  const product = { ...DASHES, separator: ':' };
  const { form } = await surveyFile([text], product, null);
  expect(form.is_counted).toBe(true);
  const mended = { ...form, doubts: { numbered: 'mend' } } as const;
  const soldFrom = (line: number) => {
    const checker = new RowChecker(mended, accountFormOf(product, mended), line === 1);
    const rows = readRows(text, null)
      .filter((row) => row.line >= line)
      .map((row) => checker.check(row));
    return rows.filter(({ fault }) => fault === null).map((row) => row.text);
  };
  const all = soldFrom(1);
  expect(all.slice(10, 10 + sold.length)).toEqual(sold);
  expect(all).toHaveLength(29 + sold.length);
  for (let line = 2; line < 20; line += 1) expect(all).toEqual(expect.arrayContaining(soldFrom(line)));
});

test.each<[string, string, string[]]>([
  ['the separator', 'a1:Pw1\na2:"x:y"\na3:Pw3\na4:Pw4', ['guard']],
  ['a doubled quote', 'a1:Pw1\na2:"Pw""2"\na3:Pw3\na4:Pw4', ['guard']],
  ['the separator below a heading', 'login:password\na1:Pw1\na2:"x:y"\na3:Pw3\na4:Pw4', []],
  ['the separator in most rows', 'a1:"P:1"\na2:"x:y"\na3:"P:3"\na4:Pw4', []],
])('quotes round one value with %s', async (_, text, wanted) => {
  const { asked, accounts } = await read(text, { ...DASHES, separator: ':' });
  expect(asked).toEqual(wanted);
  expect(accounts.some((account) => account.includes('"'))).toBe(wanted.length > 0);
});

test('accounts between two passwords that have a quote are lines of their own', async () => {
  const lines = ['a1:Pw1', 'a2:"pw', 'a3:Pw3', 'a4:Pw4', 'a5:x"', 'a6:Pw6', 'a7:Pw7', 'a8:Pw8', 'a9:Pw9'];
  for (const text of [lines, ['login:password', ...lines]])
    expect((await read(text.join('\n'), { ...DASHES, separator: ':' })).accounts).toEqual(lines);
});

test.each<[string, string[], string[]]>([
  ['a country with its number', ['USA:50'], ['unlike']],
  ['a batch with its number', ['Batch3:50'], ['unlike']],
  ['two such lines', ['USA:50', 'Batch3:50'], ['unlike']],
  ['names for logins', ['Anna:Sommer12', 'Olga:1234', 'wang:0815'], []],
])('of a few accounts: %s', async (_, others, wanted) => {
  const lines = [...NAMES.slice(0, 4).map((names) => names.join(':')), ...others];
  const { asked } = await read(lines.join('\n'), { ...DASHES, separator: ':' });
  expect(asked).toEqual(wanted);
});

test('logins that are a word and a figure are no headings', async () => {
  const lines = Array.from({ length: 9 }, (_, at) => `user${at}`);
  const product = { separator: ':', columns: ['account'] };
  expect((await read(lines.join('\n'), product)).accounts).toEqual(lines);
  expect((await read(['Login', ...lines].join('\n'), product)).accounts).toEqual(lines);
});

/** Accounts of which each value is written as people and networks do. */
const ROWS = Array.from({ length: 30 }, (_, at) => [
  ['gull.', 'owl', 'tern_', 'heron'][((at * at) % 101) % 4]! + at * 37,
  ['Tide', 'reef', 'Bay!', 'kQ7'][((at * at * 3) % 103) % 4]! + at * 91,
  `JBSWY3DPEHPK3PX${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[at]}`,
]);
const askedOf = async (rows: readonly (readonly string[])[], columns: string, separator = '|') =>
  (
    await read(rows.map((row) => row.join(separator)).join('\n'), {
      separator,
      columns: columns === '' ? [] : columns.split(','),
    })
  ).asked;

test('values that a part of a file has one column further are asked about', async () => {
  const rows = ROWS.map(([login, password], at) => [
    `${login}@box.example`,
    password!,
    `2027-05-${10 + (at % 20)}`,
  ]);
  const turned = (of: (row: readonly string[]) => readonly string[]) =>
    askedOf(
      rows.map((row, at) => (at < 18 ? row : of(row))),
      'login,password,valid to',
    );
  expect(await turned((row) => row)).toEqual([]);
  expect(await turned(([one, two, three]) => [two!, three!, one!])).toEqual(['other values']);
});

test('a part in another order is asked about where the product names no columns', async () => {
  expect(await askedOf(ROWS, '', '----')).toEqual([]);
  const turned = ROWS.map(([one, two, three], at) => (at < 18 ? [one!, two!, three!] : [two!, one!, three!]));
  expect(await askedOf(turned, '', '----')).toEqual(['other values']);
});

test.each([
  ['email', 'g@box.example'],
  ['gender', 'f'],
  ['country', 'DE'],
  ['birthday', '1990-05-12'],
  ['phone', '+4915112345678'],
  ['user agent', 'Mozilla/5.0 (X11; Linux x86_64)'],
])('something behind a last column of %s is asked about', async (column, value) => {
  const rows = ROWS.map(([login, password], at) => [login!, password!, value, ...(at === 9 ? ['x1'] : [])]);
  expect(await askedOf(rows, `login,password,${column}`)).toEqual(['surplus']);
  expect(await askedOf(rows, 'login,password,note')).toEqual([]);
});

test.each<[string, (at: number) => string, FindingKind]>([
  ['email', (at) => `g${at}@box.example${at === 9 ? ' (US)' : ''}`, 'unlike'],
  ['email password', (at) => `Mp${at}x${at === 9 ? ' [2FA]' : ''}`, 'unlike'],
  ['note', (at) => (at === 9 ? '[object Object]' : `n${at}`), 'damaged'],
])('what is behind or in the place of one %s is asked about', async (column, of, kind) => {
  const rows = ROWS.map(([login, password], at) => [login!, password!, of(at)]);
  expect(await askedOf(rows, `login,password,${column}`)).toEqual([kind]);
});

test.each(['N/A', 'None', '-', 'нет'])('%s is no login', async (nothing) => {
  const rows = ROWS.map(([login, password], at) => [at === 9 ? nothing : login!, password!]);
  expect(await askedOf(rows, 'phone,password')).toContain('damaged');
  expect(await askedOf(rows, 'login,password')).toContain('damaged');
});

test.each<[string, (at: number) => string]>([
  ['days', (at) => `${1980 + at}-05-12`],
  ['secrets', (at) => `${ROWS[at]![2]}${ROWS[29 - at]![2]}`],
])('passwords that are all %s are asked about', async (_, of) => {
  const rows = ROWS.map(([login, password], at) => [login!, of(at), password!]);
  expect(await askedOf(rows, 'login,password,note')).toEqual(['other values']);
});
