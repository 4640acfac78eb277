import { expect, test } from 'vitest';
import { readValues, trimBlanks, usualSurplus, type AccountForm } from './account-form.ts';
import { isDisfigured } from './damage.ts';
import type { FindingKind } from './findings.ts';
import { surveyFile } from './survey-file.ts';

const formOf = (separator: string, columns: readonly string[]): AccountForm => ({
  separator,
  columns,
  surplus: usualSurplus(separator),
  keeps_blanks: false,
});

test('where one character separates, the last column has the rest of the line', () => {
  const form = formOf(':', ['account', 'password']);
  expect(readValues('quiet.heron@mail.example:Tide:4421', form)).toEqual([
    'quiet.heron@mail.example',
    'Tide:4421',
  ]);
  expect(readValues('amber.finch@mail.example:::start', form)).toEqual([
    'amber.finch@mail.example',
    '::start',
  ]);
  expect(readValues('alone', form)).toEqual(['alone']);
});

test('further values are fields of their own where the operator said so, or several characters separate', () => {
  expect(readValues('a----b----c', formOf('----', ['account', 'password']))).toEqual(['a', 'b', 'c']);
  expect(readValues('a:b:c', { ...formOf(':', ['account']), surplus: 'further' })).toEqual(['a', 'b', 'c']);
  expect(readValues('a:b:c', formOf(':', []))).toEqual(['a:b:c']);
});

test('blanks round a value are none of it, unless the operator said so; those inside are', () => {
  const form = formOf('|', ['account', 'password', 'mail']);
  expect(readValues('reed2 |  two  inner  |\tr2@box.example', form)).toEqual([
    'reed2',
    'two  inner',
    'r2@box.example',
  ]);
  expect(readValues('a | b ', { ...form, keeps_blanks: true })).toEqual(['a ', ' b ']);
  expect(trimBlanks(' \u00a0x\u3000 ')).toBe('\u00a0x\u3000');
});

test('signs as links escape them are told from passwords that hold them', () => {
  for (const value of ['p%21%3Aq', '%D0%BF%D0%B0', '%D0%BF%D0%B0%D1', '%CF%E0%F0%EE%EB%FC'])
    expect(isDisfigured(value)).toBe(true);
  for (const value of ['v%238qk%B2', 'e%eeu=9%4e5', '%20%', 'a%b']) expect(isDisfigured(value)).toBe(false);
});

/** So many lines, and one more. */
const list = (count: number, of: (at: number) => string, last = '') =>
  [...Array.from({ length: count }, (_, at) => of(at)), ...(last === '' ? [] : [last])].join('\n');
const key = (at: number) => `K7QX2-PQ${at + 10}Z-TTW4M`;
const uneven = (at: number) => `gull${'x'.repeat(at)}${at}`;
const mail = (at: number) => `${'abcdefghijklmnop'.slice(0, 1 + at)}${at}@box.example`;
const cookies = (at: number) => `key=${'9f'.repeat(10)}${at}; xs=${'c'.repeat(10)}${at}`;
const phrase = (at: number) => `${'apple river stone '.repeat(4)}${'abcdefgh'[at]}`.replace('apple ', '');
const dashed = (at: number) => `gull${at}----${at % 3 === 0 ? '-' : ''}Tide${at}x----g${at}@t-online.de`;
const SENTENCE = 'Do not share these keys with anyone, else';

test.each<[string, string, string, FindingKind[], number]>([
  // Two on one line, or a remark behind one.
  ['key', ':', list(6, key, `${key(70)},${key(71)}`), ['unlike'], 6],
  ['key', ':', list(9, key, `${key(70)}|used`), ['unlike'], 9],
  ['mail', ':', list(14, mail, 'bo@box.example,di@box.example'), ['unlike'], 14],
  ['mail', ':', list(14, mail, 'bo@box.example|Pw12x'), ['unlike'], 14],
  ['account', ':', list(14, uneven, 'bo12;di12'), ['unlike'], 14],
  // Sentences.
  ['key', ':', list(1, key, SENTENCE), ['ornament'], 1],
  ['cookies', '|', list(6, cookies, SENTENCE), ['ornament'], 6],
  ['session', '|', list(5, (at) => JSON.stringify({ u: at, t: 'abc' }), SENTENCE), ['ornament'], 5],
  ['seed phrase', '|', list(8, phrase, SENTENCE), ['ornament'], 8],
  ['', ':', list(5, (at) => `gull${at} Tide${at}x`, SENTENCE), ['ornament'], 5],
  ['app password', '|', list(5, (at) => `abcd efgh ijkl mno${'pqrst'[at]}`), [], 5],
  // Cookies that begin as a name would.
  ['cookies', '|', list(12, cookies), [], 12],
  ['account,password,mail', '----', list(40, dashed), ['other separator'], 40],
  ['id,account,password', ':', list(12, (at) => `${at}7:Ann:Tide${at}x`), ['repeated logins'], 12],
  ['ip,port,account,password', ':', list(12, (at) => `10.0.0.7:${at}9:Ann:Tide${at}x`), [], 12],
  // The end of a file that is no account, and of a list that counts down.
  ['account,password,2fa', '|', list(12, (at) => `g${at}|Pw${at}|${key(at)}`, 'Total: 12'), [], 12],
  ['account,password,2fa', '|', list(12, (at) => `g${at}|Pw${at}|${key(at)}`, '   '), [], 12],
  ['key', '|', list(12, key, 'Total: 12'), ['sum'], 12],
  ['account,password,mail', '|', list(12, (at) => `g${at}|Pw${at}|long.gull${20 - at}@box.example`), [], 12],
])('%#: of %s by %s', async (columns, separator, text, asked, sellable) => {
  const product = { separator, columns: columns === '' ? [] : columns.split(',') };
  const survey = await surveyFile([text], product, null);
  expect(survey.findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(asked);
  expect(survey.sellable).toBe(sellable);
  expect(survey.form).not.toHaveProperty('is_cut_off');
});

test('once its last line is whole, a file is cut off no more', async () => {
  const product = { separator: '|', columns: ['account', 'password', '2fa'] };
  const lines = list(12, (at) => `g${at}|Pw${at}|${key(at)}`);
  const { form } = await surveyFile([`${lines}\ng12|Pw12|K7Q`], product, null);
  expect(form.is_cut_off).toBe(true);
  expect((await surveyFile([`${lines}\ng12|Pw12|${key(12)}`], product, form)).form).not.toHaveProperty(
    'is_cut_off',
  );
});

test.each([
  ['Порт|Сервер|Логин|Пароль', 'ip,port,login,password', [1, 0, 2, 3]],
  ['port|ip', 'ip,port', [1, 0]],
  ['ip|port', 'ip,port', undefined],
])('the heading %s tells hosts from ports', async (heading, columns, places) => {
  const isTurned = !heading.startsWith('ip');
  const line = (at: number) => {
    const place = ['10.0.0.7', `80${at}`];
    const values = [...(isTurned ? place.toReversed() : place), 'Ann', `Tide${at}x`];
    return values.slice(0, heading.split('|').length).join('|');
  };
  const product = { separator: '|', columns: columns.split(',') };
  const { form, findings } = await surveyFile([`${heading}\n${list(6, line)}`], product, null);
  expect(form).toMatchObject({ heading: heading.split('|'), ...(places && { columns: places }) });
  expect(findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual([]);
});
