import { expect, test } from 'vitest';
import type { ImportForm } from '@portside/contract';
import { accountFormOf, type ProductForm } from './account-form.ts';
import { RowChecker } from './check-row.ts';
import { isNoText } from './encoding.ts';
import { partsOf } from './file-parts.ts';
import { answerForm, type FindingKind } from './findings.ts';
import { readRows } from './row-reader.ts';
import { surveyFile } from './survey-file.ts';

const productOf = (separator: string, columns: string): ProductForm => ({
  separator,
  columns: columns.split(','),
});
const COLON = productOf(':', 'account,password');
const DASHES = productOf('----', 'account,password');
const BAR = productOf('|', 'account,password');
const TAB = productOf('\t', 'account,password');
const WITH_MAIL = productOf('----', 'account,password,email');
const WITH_COOKIES = productOf('----', 'account,password,cookies');

const PLAIN = Array.from({ length: 6 }, (_, at) => `crane${'bcdfgh'[at]}:Pw${at}x`);
const numbered = (of: (number: number) => string): string =>
  PLAIN.map((line, at) => `${of(at + 1)}${line}`).join('\n');
/** The code point of a sign, counted on from its first. */
const countedFrom = (first: number) => (number: number) => String.fromCodePoint(first + number - 1);
const among = (line: string): string => [...PLAIN.slice(0, 3), line, ...PLAIN.slice(3)].join('\n');

/** What an import sells, sent in parts as small as its rows; what lines share in quotes is known within a part only. */
async function soldBy(text: string, form: ImportForm, product: ProductForm): Promise<string[]> {
  const partBytes = text.startsWith('"') ? 1_000 : 1;
  const delimiter = form.kind === 'csv' ? form.delimiter : null;
  const sold: string[] = [];
  for await (const part of partsOf([text], delimiter, { partBytes })) {
    const checker = new RowChecker(form, accountFormOf(product, form), part.fromLine === 0);
    for (const row of readRows(part.text, delimiter, part.fromLine + 1)) {
      const { what, fault, text: account } = checker.check(row);
      if (what === 'line' && fault === null) sold.push(account);
    }
  }
  return sold;
}

type Asked = readonly [kind: FindingKind, ...more: FindingKind[]];

/** What is asked, and what is sold before an answer. */
test.each<[string, ProductForm, string, Asked, string[]]>([
  // Headings with another order.
  [
    'a heading in another order',
    DASHES,
    'login,password\na1,p1\npassword,login\np2,a2\n',
    ['other order'],
    ['a1----p1'],
  ],
  [
    'lines in another order',
    COLON,
    'login:password\na1:p1\npassword:login\np2:a2\n',
    ['other order'],
    ['a1:p1'],
  ],
  ['lines before a heading', COLON, 'a1:p1\npassword:login\np2:a2\n', ['other order'], ['a2:p2']],
  [
    'another language',
    DASHES,
    'login;password;mail\na1;p1;m1\nПочта;Логин;Пароль\nm2;a2;p2\n',
    ['other order'],
    ['a1----p1'],
  ],
  [
    'a column between',
    WITH_MAIL,
    'login,password,email\na1,p1,a1@box.example\nlogin,email,password\na2,a2@box.example,p2\n',
    ['other order'],
    ['a1----p1----a1@box.example'],
  ],
  // What is behind or round JSON.
  ['a note behind JSON', WITH_COOKIES, 'a1----p1----[{"n":"c"}]checked\n', ['beside JSON'], []],
  ['more JSON behind it', WITH_COOKIES, 'a1----p1----[{"n":"c"}] {"ua":"x"}\n', ['beside JSON'], []],
  [
    'a value behind cookies',
    WITH_COOKIES,
    'a1----p1----[{"n":"c"}]----x\na2----p2----[{"n":"d"}]----y\n',
    ['surplus'],
    ['a1----p1----[{"n":"c"}]----x', 'a2----p2----[{"n":"d"}]----y'],
  ],
  // Remarks: their separator is followed by a blank, as no other line's is.
  ...[
    'Prezzo: 12.50',
    'Ціна: 12',
    'Order no.: 4711',
    '发货: 2024-01-02',
    'Cảm ơn: bạn',
    'by: Max',
    '== USA ==: 50',
  ].map((line): [string, ProductForm, string, Asked, string[]] => [
    `the remark ${line}`,
    COLON,
    among(line),
    ['unlike'],
    PLAIN,
  ]),
  ['a time', COLON, among('2024-01-02 10:11:12'), ['ornament'], PLAIN],
  ['a label', COLON, among('Country:US'), ['ornament'], PLAIN],
  ['a word of other letters', COLON, among('Заказ:4711'), ['unlike'], PLAIN],
  ['a contact', COLON, among('Write:max@shop.example'), ['unlike'], PLAIN],
  // Labels without blanks, where no login is a bare word.
  ...['Page:2', 'EOF:EOF', 'Stand:12.05.2024'].map((line): [string, ProductForm, string, Asked, string[]] => {
    const lines = Array.from({ length: 24 }, (_, at) => `gull.${at * 7}:Tide${at}x`);
    return [`the label ${line}`, COLON, [...lines, line].join('\n'), ['unlike'], lines];
  }),
  // What stands before every login.
  ...['LIVE ', '> ', '*', 'A1 ', '1_', "'"].map(
    (sign, at): [string, ProductForm, string, Asked, string[]] => {
      const lines = PLAIN.map((line, number) => `${sign.replace('1', String(number + 1))}${line}`);
      return [
        `${sign} before logins`,
        COLON,
        lines.join('\n'),
        [at === 4 ? 'numbered' : 'other separator'],
        at === 4 ? [] : lines,
      ];
    },
  ),
  // Names and values by turns.
  [
    'names of values that nobody knows',
    COLON,
    [0, 1, 2].map((at) => `Gamertag: a${at}\nWord: p${at}x\nRegion: EU\n`).join('\n'),
    ['repeated logins', 'ornament'],
    [0, 1, 2].flatMap((at) => [`Gamertag: a${at}`, `Word: p${at}x`]),
  ],
  // Cookies on lines of their own.
  [
    'a line of cookies',
    DASHES,
    'a1----p1\n.x.example\tTRUE\t/\tFALSE\t17\tsid\ta----b\n',
    ['ornament'],
    ['a1----p1'],
  ],
  [
    'cookies that scripts may not read',
    COLON,
    'a1:p1\n#HttpOnly_.x.example\tTRUE\t/\tTRUE\t17\tsid\ta:b\n',
    ['ornament'],
    ['a1:p1'],
  ],
  ['a header of cookies', COLON, 'a1:p1\nsid=a:b; xs=2:3\n', ['ornament'], ['a1:p1']],
  // Numbers.
  ...(
    [
      ['1)', (at) => `${at})`],
      ['(1)', (at) => `(${at})`],
      ['[1]', (at) => `[${at}]`],
      ['1- ', (at) => `${at}- `],
      ['1-', (at) => `${at}-`],
      ['1.', (at) => `${at}.`],
      ['1, ', (at) => `${at}, `],
      ['1/6 ', (at) => `${at}/6 `],
      ['1 » ', (at) => `${at} » `],
      ['1: ', (at) => `${at}: `],
      ['①', countedFrom(0x2460)],
      ['⑴', countedFrom(0x2474)],
      ['１．', (at) => `${countedFrom(0xff11)(at)}．`],
      ['١. ', (at) => `${countedFrom(0x661)(at)}. `],
      ['१) ', (at) => `${countedFrom(0x967)(at)}) `],
      ['一、', (at) => `${'一二三四五六'[at - 1]}、`],
      ['a) ', (at) => `${countedFrom(0x61)(at)}) `],
      ['II. ', (at) => `${'I'.repeat(at > 3 ? 3 : at)}. `],
    ] as [string, (number: number) => string][]
  ).map(([name, of]): [string, ProductForm, string, Asked, string[]] => [
    `lines numbered ${name}`,
    COLON,
    numbered(of),
    ['numbered'],
    [],
  ]),
  // Several accounts on a line, and the odd signs between them.
  ['accounts between blanks', COLON, PLAIN.join(' '), ['several'], []],
  ['accounts between semicolons', COLON, PLAIN.join(';'), ['several'], []],
  ['line ends as two signs', COLON, PLAIN.join(String.raw`\n`), ['several'], []],
  ['line ends of other systems', COLON, PLAIN.join('\u2028'), ['several'], []],
  [
    'a blank that is none at the separator',
    BAR,
    'a1\u00a0|\u00a0p1\na2\u00a0|\u00a0p2\n',
    ['invisible'],
    ['a1\u00a0|\u00a0p1', 'a2\u00a0|\u00a0p2'],
  ],
  ['a quote over lines', COLON, `"${PLAIN.join('\n')}"`, ['open value'], PLAIN.slice(1, 5)],
  // Another separator in some lines.
  [
    'another separator in one line',
    COLON,
    `${[0, 1, 2, 3, 4].map((at) => `a${at}@box.example:p${at}`).join('\n')}\nb1@box.example|q1:x\n`,
    ['unlike'],
    [0, 1, 2, 3, 4].map((at) => `a${at}@box.example:p${at}`),
  ],
  ['a colon of other scripts', COLON, among('heron：Pw:9x'), ['unlike'], PLAIN],
  [
    'columns by blanks',
    COLON,
    'a1     p:1     x\na2     p:2     x\na3     p:3     x\n',
    ['other separator'],
    ['a1     p:1     x', 'a2     p:2     x', 'a3     p:3     x'],
  ],
  [
    'empty values between tabs',
    TAB,
    'a1\tp1\na2\t\tp2\na3\tp3\n',
    ['surplus'],
    ['a1\tp1', 'a2\t\tp2', 'a3\tp3'],
  ],
  [
    'a port before passwords',
    COLON,
    'a1@box.example:993:p1\na2@box.example:993:p2\na3@box.example:993:p3\na4@box.example:p4\n',
    ['surplus'],
    ['a1@box.example:993:p1', 'a2@box.example:993:p2', 'a3@box.example:993:p3', 'a4@box.example:p4'],
  ],
  // Programs.
  ...[
    '03-May',
    'янв.77',
    '5月3日',
    '1990-05-12 00:00:00',
    'TRUE',
    '########',
    '"1,234,567"',
    '1234.0',
    'p%21%3Aq',
    'CafÃ©',
    'â€™x',
    'РїР°',
    '瀵嗙爜',
    'p????',
  ].map((value): [string, ProductForm, string, Asked, string[]] => [
    `the value ${value}`,
    DASHES,
    `login,password\na1,${value}\na2,Pw2\na3,Pw3\n`,
    ['damaged'],
    ['a2----Pw2', 'a3----Pw3'],
  ]),
  ['powers of ten without a sign', COLON, '1.23457E11:p1\n12E5:p2\n', ['rounded'], ['12E5:p2']],
])('asks about %s', async (_, product, text, asked, sold) => {
  const survey = await surveyFile([text], product, null);
  expect(survey.findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(asked);
  expect(await soldBy(text, survey.form, product)).toEqual(sold);
  // Every character may come by itself, and the file may be surveyed again with what was found.
  expect(await surveyFile([...text], product, null)).toEqual(survey);
  expect(await surveyFile([text], product, survey.form)).toEqual(survey);
});

test.each<[string, ProductForm, string, FindingKind, string[]]>([
  [
    'a table',
    DASHES,
    'login,password\na1,p1\npassword,login\np2,a2\nlogin,password\na3,p3\n',
    'other order',
    ['a1----p1', 'a2----p2', 'a3----p3'],
  ],
  ['lines', COLON, 'login:password\na1:p1\npassword:login\np2:a2\n', 'other order', ['a1:p1', 'a2:p2']],
  ['lines before a heading', COLON, 'a1:p1\npassword:login\np2:a2\n', 'other order', ['a1:p1', 'a2:p2']],
  [
    'a further column',
    DASHES,
    'login,password,email\na1,p1,m1\nid,login,password\n9,a2,p2\n',
    'other order',
    ['a1----p1', 'a2----p2'],
  ],
  ['numbers', COLON, numbered((at) => `${at}.`), 'numbered', PLAIN],
  ['numbers before the separator', COLON, numbered((at) => `${at}:`), 'numbered', PLAIN],
])('mends %s as the operator says', async (_, product, text, kind, sold) => {
  const survey = await surveyFile([text], product, null);
  const mend = survey.findings
    .find((found) => found.kind === kind)!
    .options.find(({ name }) => name === 'mend')!;
  const form = answerForm(survey.form, mend);
  const again = await surveyFile([text], product, form);
  expect(again.findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  expect(await soldBy(text, again.form, product)).toEqual(sold);
});

test.each<[string, ProductForm, string, string[]]>([
  [
    'notes of lines',
    DASHES,
    'login,password,note\na1,p1,"old\nb9:zz\nx9----y9"\na2,p2,ok\n',
    ['a1----p1', 'a2----p2'],
  ],
  ['a table in a frame', DASHES, '| login | password |\n|---|---|\n| a1 | p1 |\n', ['a1----p1']],
  ['a numbered column', COLON, '1.\ta1:p1\n2.\ta2:p2\n', ['a1:p1', 'a2:p2']],
  ...['#', '№', 'Index', 'S/N', '№ п/п', 'Lp.'].map((name): [string, ProductForm, string, string[]] => [
    `a column of numbers called ${name}`,
    DASHES,
    `${name},login,password\n1,a1,p1\n2,a2,p2\n`,
    ['a1----p1', 'a2----p2'],
  ]),
])('sells what is certain: %s', async (_, product, text, sold) => {
  const { form, findings } = await surveyFile([text], product, null);
  expect((await soldBy(text, form, product)).map((one) => one.replaceAll(' ', ''))).toEqual(sold);
  expect(findings.filter(({ isAsked, kind }) => isAsked && kind !== 'left out')).toEqual([]);
});

/** Twenty accounts, some of which have something behind them, or in their place. */
const twenty = (
  change: (line: string, at: number) => string,
  login = (at: number) => `gull.${at * 7}@box.example`,
) => Array.from({ length: 20 }, (_, at) => change(`${login(at)}:Tide${at * 13}x`, at)).join('\n');
const some = (behind: string) => twenty((line, at) => (at % 7 === 2 ? `${line}${behind}` : line));
const one = (behind: string) => twenty((line, at) => (at === 9 ? `${line}${behind}` : line));
const before = (line: string, login?: (at: number) => string) =>
  twenty((other, at) => (at === 9 ? `${line}\n${other}` : other), login);
const gull = (at: number) => `gull_${at * 7}`;

test.each<[string, string, FindingKind[]]>([
  // A remark without blanks behind a few passwords: it is repeated, or it is no end of a password.
  ...['|US', '|premium', '|12/26', '|$5', ';dead', '#dead', '(dead)', '{US}', '->US', '—US', '✓'].map(
    (behind): [string, string, FindingKind[]] => [`${behind} behind some`, some(behind), ['other separator']],
  ),
  ...['|r9@box.example', '|JBSWY3DPEHPK3PXP', '|1990-05-12', '|+79990001122', '|id=9'].map(
    (behind): [string, string, FindingKind[]] => [`${behind} behind one`, one(behind), ['other separator']],
  ),
  ['a secret behind one by the separator', one(':JBSWY3DPEHPK3PXP'), ['surplus']],
  [
    'signs within passwords',
    twenty((line, at) => (at % 4 === 1 ? `${line}|${at}q${at * 3}` : at % 4 === 2 ? `${line},${at}` : line)),
    [],
  ],
  ['a password that begins with a sign', twenty((line) => line.replace(`Tide${9 * 13}`, '|US')), []],
  // Labels with a figure.
  ...['Batch3:50', 'ПАРТИЯ12:50', 'Lot-3:DE', 'Q1:2026', '第1页:20'].flatMap(
    (line): [string, string, FindingKind[]][] => [
      [`the label ${line} among addresses`, before(line), ['unlike']],
      [`the label ${line} among names`, before(line, gull), ['unlike']],
    ],
  ),
  ['the label Part2:checked among addresses', before('Part2:checked'), ['unlike']],
  ['a word that a label may be as a password', twenty((_, at) => `+7999000${1_000 + at}:welcome`), []],
  // Nothing in the place of a password.
  ...['none', '-', 'N/A', 'нет'].map((nothing): [string, string, FindingKind[]] => [
    `${nothing} for passwords`,
    twenty((line, at) => (at % 3 === 1 ? line.replace(/:.*/, `:${nothing}`) : line)),
    ['damaged'],
  ]),
])('finds %s', async (_, text, asked) => {
  const { findings } = await surveyFile([text], COLON, null);
  expect(findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(asked);
});

const ORDINARY = [
  'Tide.44!',
  'Pass@12',
  'mar=44',
  '12.05.1990',
  '123456',
  'a,b;c',
  'x(1)',
  'Straße1',
  'Año9É',
  "o'Neil",
  'iloveyou',
  '{x]9',
  '[abc',
  'hello?',
];

test.each<[string, ProductForm, (at: number) => string]>([
  ['addresses', COLON, (at) => `gull${at}@box.example`],
  ['names', COLON, (at) => `the_gull.${at}`],
  ['phones', COLON, (at) => `+7999000${1_000 + at * 7}`],
  ['figures', DASHES, (at) => String(10_000_000 + at * 37)],
  ['all kinds', DASHES, (at) => [`gull${at}`, `gull${at}@box.example`, `+7999000${1_000 + at}`][at % 3]!],
  ['other scripts', COLON, (at) => `лиман${at}`],
  ['figures first', COLON, (at) => `${(at * 7) % 31}.gull`],
  ['a domain', COLON, (at) => String.raw`dom\gull${at}`],
])('asks nothing about an ordinary list of %s', async (_, product, login) => {
  const lines = ORDINARY.flatMap((password, at) =>
    [0, 1].map((again) => `${login(at * 2 + again)}${product.separator}${password}${again}`),
  );
  const { form, findings, sellable } = await surveyFile([lines.join('\n')], product, null);
  expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  expect(sellable).toBe(lines.length);
  expect(await soldBy(lines.join('\n'), form, product)).toEqual(lines);
});

test.each([
  'PK\u0005\u0006',
  'BZh91AY&SY',
  '\u0089PNG\r\n',
  '\n%PDF-1.4',
  '{\\rtf1',
  '<!DOCTYPE html>',
  '<?xml version="1.0"?>',
])('a file that begins %j is no list', (beginning) => {
  expect(isNoText(Uint8Array.from(Buffer.from(`${beginning}a:b\n`, 'latin1')))).toBe(true);
  expect(isNoText(Uint8Array.from(Buffer.from('MZ1:b\nBZh:c\n', 'latin1')))).toBe(false);
});
