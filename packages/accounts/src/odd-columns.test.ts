import { describe, expect, test } from 'vitest';
import type { ProductForm } from './account-form.ts';
import { surveyFile } from './survey-file.ts';

const productOf = (column: string) => ({ separator: '----', columns: ['account', 'password', column] });
const linesOf = (of: (at: number) => string): string =>
  Array.from({ length: 24 }, (_, at) => `gull${at * 7}----Pw${at}x----${of(at)}`).join('\n');

async function oddIn(text: string, column: string): Promise<readonly (readonly unknown[])[]> {
  const { findings } = await surveyFile([text], productOf(column), null);
  return findings
    .filter(({ kind, isAsked }) => kind === 'other values' && isAsked)
    .map(({ count, details }) => [count, ...details]);
}

const letter = (at: number): string => String.fromCodePoint(65 + at);
/** What suppliers write, by what it is. */
const VALUES = {
  address: (at) => `g${at}@box.example`,
  secret: (at) => `JBSWY3DPEHPK3P${letter(at)}X`,
  'secret with blanks': (at) => `jbsw y3dp ehpk 3p${letter(at)}x`,
  'backup codes': (at) => `1203 45${at + 10}, 8812 7${at + 100}`,
  'link to a code': (at) => `https://codes.example/tok/${letter(at)}${at}`,
  cookies: (at) => `[{"name":"sid","value":"v${at}"}]`,
  'a line of cookies': (at) => `sid=v${at}abcdefghijk; theme=dark`,
  phone: (at) => `+49 151 23456${at + 100}`,
  'plain phone': (at) => `49151234567${at + 10}`,
  country: (at) => ['US', 'DE', 'BR'][at % 3]!,
  day: (at) => `2024-0${(at % 9) + 1}-12`,
  year: (at) => `${2010 + (at % 9)}`,
  profile: (at) => `https://site.example/u/${at}`,
  password: (at) => `Qx${at * 31}zz`,
  token: (at) => `EAAB${at}w1${'x'.repeat(40)}${at}`,
  sex: (at) => ['female', 'm'][at % 2]!,
  'figure for a sex': (at) => `${(at % 2) + 1}`,
  'French phone': (at) => `06.12.34.56.${at + 10}`,
  'Japanese phone': (at) => `0467-22-31${at + 10}`,
  'list of codes': (at) => `["1203 45${at + 10}","8812 77${at + 10}"]`,
  'code with dashes': (at) => `1203-45-13${at + 10}`,
  handle: (at) => `@gull_${at}`,
  flag: (at) => ['🇺🇸', '🇩🇪', '🇧🇷'][at % 3]!,
  prefix: (at) => ['+1', '+49', '+55'][at % 3]!,
  'client id': (at) => `9e5f94bc-e8a4-4e73-b8be-63364c29d${at + 100}`,
  'token with signs': (at) => `M.C5${at}_BAY.0.U.-${'x9'.repeat(30)}$$`,
  agent: (at) => `Mozilla/5.0 (X11; Linux x86_64) rv:${at}`,
  'account number': (at) => `1000${12_345_678_901 + at * 7_919}`,
  'serial day': (at) => `${28_000 + at * 417}`,
  'words for none': (at) => ['no mail', 'without', 'без почты'][at % 3]!,
} as const satisfies Readonly<Record<string, (at: number) => string>>;
type Value = keyof typeof VALUES;

const FITTING: Readonly<Record<string, readonly Value[]>> = {
  email: ['address', 'words for none'],
  'email password': ['password', 'secret', 'token', 'plain phone'],
  '2fa': [
    'secret',
    'secret with blanks',
    'backup codes',
    'list of codes',
    'code with dashes',
    'link to a code',
    'token',
    'words for none',
  ],
  phone: ['phone', 'plain phone', 'French phone', 'Japanese phone', 'words for none'],
  cookies: ['cookies', 'a line of cookies'],
  token: ['token', 'secret'],
  'recovery email': ['address'],
  recovery: ['address', 'phone', 'backup codes', 'list of codes', 'secret'],
  country: ['country', 'flag', 'prefix'],
  registered: ['day', 'year'],
  profile: ['profile', 'link to a code', 'handle'],
  gender: ['sex', 'figure for a sex'],
  data: ['secret', 'country', 'address'],
  client_id: ['client id', 'words for none'],
  'user agent': ['agent'],
};
/** What a look at the columns takes for a mistake. */
const ODD: Readonly<Record<string, readonly Value[]>> = {
  email: ['secret', 'cookies', 'phone', 'country', 'day', 'profile', 'password', 'token'],
  'email password': ['address', 'cookies', 'profile'],
  '2fa': ['address', 'cookies', 'phone', 'country', 'day', 'account number'],
  phone: ['address', 'cookies', 'country', 'day'],
  cookies: ['profile', 'agent'],
  client_id: ['token with signs', 'address', 'cookies'],
  birthday: ['serial day'],
  'user agent': ['cookies', 'address'],
  token: ['address', 'cookies', 'country', 'day', 'profile', 'phone'],
  'recovery email': ['country', 'cookies', 'day'],
  country: ['address', 'cookies', 'phone', 'day', 'profile'],
  registered: ['address', 'cookies', 'country', 'profile'],
  profile: ['address', 'secret', 'country', 'password'],
  gender: ['address', 'phone', 'day'],
};
const pairs = (of: typeof FITTING): [string, Value][] =>
  Object.entries(of).flatMap(([column, values]) => values.map((value): [string, Value] => [column, value]));

describe('the columns of a file', () => {
  test.each(pairs(FITTING))('%s may hold %s', async (column, value) => {
    expect(await oddIn(linesOf(VALUES[value]), column)).toEqual([]);
  });

  test.each(pairs(ODD))('%s with %s is asked about', async (column, value) => {
    expect(await oddIn(linesOf(VALUES[value]), column)).toEqual([[24, { column }]]);
  });

  test('a part in another order is asked about, one value for none is not', async () => {
    const swapped = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0
        ? `gull${at}----Pw${at}x----g${at}@x.example`
        : `g${at}@x.example----Pw${at}x----gull${at}`,
    );
    expect(await oddIn(swapped.join('\n'), 'email')).toEqual([[6, { column: 'email' }]]);
    const two = { separator: '----', columns: ['account', 'password', '2fa', 'phone'] };
    const few = Array.from({ length: 100 }, (_, at) => {
      const [code, phone] = [`JBSWY3DPEHPK3P${letter(at % 26)}X`, `+4915123456${at + 100}`];
      return `gull${at * 7}----Pw${at}x----${at < 80 ? `${code}----${phone}` : `${phone}----${code}`}`;
    });
    const { findings } = await surveyFile([few.join('\n')], two, null);
    expect(findings.filter(({ isAsked }) => isAsked)).toMatchObject([
      { kind: 'other values', count: 20, details: [{ column: '2fa' }, { column: 'phone' }] },
    ]);
    const without = (word: string) => linesOf((at) => (at % 2 === 0 ? word : `g${at}@x.example`));
    expect(await oddIn(without('none'), 'email')).toEqual([]);
    expect(await oddIn(without('kein Konto'), 'email')).toEqual([]);
  });
});

const PLAIN = { separator: '----', columns: ['account', 'password'] };
const askedIn = async (text: string, product: ProductForm) =>
  (await surveyFile([text], product, null)).findings
    .filter(({ isAsked }) => isAsked)
    .map(({ kind, count }) => [kind, count]);
/** A table with one column more than is sold; every fourth row has another value there. */
const withState = (heading: string, most: string, few: string): string =>
  [
    `login,password${heading && `,${heading}`}`,
    ...Array.from({ length: 12 }, (_, at) => `gull${at},Pw${at}x,${at % 4 === 1 ? few : most}`),
  ].join('\n');

test.each([
  ['status', 'active', 'banned'],
  ['status', 'Active', 'Banned 12.03.'],
  ['Result', 'success', 'wrong password'],
  ['state', 'free', 'sold'],
  ['comment', '', 'invalid'],
  ['Статус', 'рабочий', 'Заблокирован'],
  ['状态', '正常', '封号'],
  ['situação', 'livre', 'vendida'],
  ['Sold?', 'no', 'yes'],
  ['sold to', '', 'Max'],
  ['note', '', 'sold to Max'],
  ['status', 'ok', 'locked 24h'],
  ['status', 'ok', 'account disabled'],
  ['status', 'ok', 'checkpoint'],
  ['result', 'ok', 'Incorrect'],
  ['note', '', 'продан Максу'],
  ['sold_to', '', 'Max'],
  ['is_valid', 'true', 'false'],
  ['sold', '☐', '☑'],
  ['buyer', '', 'Max'],
  ['Продано', 'нет', 'да'],
  ['valid', 'yes', 'no'],
  ['working', 'true', 'false'],
  ['是否有效', '是', '否'],
])('rows whose column %s says not %s but %s are not sold unasked', async (heading, most, few) => {
  const text = withState(heading, most, few);
  expect(await askedIn(text, PLAIN)).toEqual([['dead', 3]]);
  const { form, sellable } = await surveyFile([text], PLAIN, null);
  expect(sellable).toBe(9);
  const sold = await surveyFile([text], PLAIN, { ...form, doubts: { dead: 'sell' } });
  expect(sold).toMatchObject({ sellable: 12 });
  const product = { separator: '|', columns: ['account', 'password', 'status'] };
  const lines = withState('status', 'active', 'banned').replaceAll(',', '|');
  expect(await askedIn(lines, product)).toEqual([['dead', 3]]);
});

test.each([
  ['status', 'new', 'aged'],
  ['state', 'Texas', 'Ohio'],
  ['status', 'verified', 'not verified'],
  ['note', 'fine', 'was banned in 2019 but no longer'],
  ['ban', 'no', '-'],
  ['Sold', '0', '0'],
  ['2fa', 'no', 'yes'],
  ['banned', 'no', 'not banned'],
  ['ban', 'no', 'never'],
  ['Sold', 'no', 'not yet'],
  ['Sold', '120', '35'],
  ['buyer', '12', 'not yet'],
  ['封号', '否', '未封'],
  ['Бан', 'нет', 'не бан'],
  ['banida', 'não', 'nunca'],
  ['expired', '2031-01-12', '2031-02-14'],
  ['live', 'yes', 'no'],
  ['works', '12', '0'],
  ['2fa status', 'enabled', 'disabled'],
  ['monetization', 'enabled', 'disabled'],
  ['clan', 'Wolves', 'Banned'],
  ['note', 'Banned: 0', 'ban ❌'],
  ['note', 'not banned', 'never sold'],
  ['备注', '不封号', '无封禁'],
  ['Примечание', 'не бан', 'инвалид нет'],
  ['country', 'US', 'Dead'],
  ['backup', 'Pw7x', 'dead2031'],
])('nothing is asked about a column %s that says %s or %s', async (heading, most, few) => {
  expect(await askedIn(withState(heading, most, few), PLAIN)).toEqual([]);
});

/** Sixteen and more figures, of which a spreadsheet has kept fifteen. */
const rounded = (value: string): string => value.slice(0, 15).padEnd(value.length, '0');
const numbersOf = (column: string, of: (at: number) => string) => askedIn(linesOf(of), productOf(column));

test.each([
  ['id', (at: number) => `7656119${8_001_234_567 + at * 7_919_113}`],
  ['card', (at: number) => `4${276_112_345_678_901 + at * 7_919_113_771}`],
])('long numbers that all end in zeros are asked about: %s', async (column, of) => {
  expect(await numbersOf(column, (at) => rounded(of(at)))).toEqual([['lost figures', 24]]);
  expect(await numbersOf(column, of)).toEqual([]);
  expect(await numbersOf(column, (at) => (at % 3 === 1 ? rounded(of(at)) : of(at)))).toEqual([]);
});

test.each([
  ['price', (at: number) => `${at + 1}000000000000000000`],
  ['id', (at: number) => `${1_000_000 + at}00000000`],
  ['id', () => '1000000000000000'],
  ['order', (at: number) => `20240512${10_357 + at}`.padEnd(18, '0')],
])('nothing is asked about a round %s', async (column, of) => {
  expect(await numbersOf(column, of)).toEqual([]);
});

test('a browser’s file of cookies is asked about where each line would be an account', async () => {
  const row = (name: string, at: number) => `.x.example\tTRUE\t/\tTRUE\t1799999999\t${name}\tv${at}aB9x\n`;
  const rows = (name: (at: number) => string) =>
    Array.from({ length: 12 }, (_, at) => row(name(at), at)).join('');
  const product = { separator: '----', columns: ['cookies'] };
  expect(
    await askedIn(
      rows((at) => `c${at}`),
      product,
    ),
  ).toEqual([['repeated logins', 12]]);
  expect(
    await askedIn(
      rows(() => 'session'),
      product,
    ),
  ).toEqual([]);
});

test('values that a program has cut are not sold', async () => {
  const cookies = (at: number, end: string) => `sid=${at}${'9f'.repeat(30)}${end}`;
  const cut = (end: string) =>
    askedIn(
      linesOf((at) => cookies(at, at % 4 === 1 ? end : '')),
      productOf('cookies'),
    );
  expect(await cut('...')).toEqual([['damaged', 6]]);
  expect(await cut('…')).toEqual([['damaged', 6]]);
  expect(await askedIn('a1----Pw1x\na2----abcdefgh…\na3----wait...\n', PLAIN)).toEqual([['damaged', 1]]);
});

test.each([
  ['login,password,new password', 'a1,p1x,q1x', 'new password'],
  ['login,password,пароль новый', 'a1,p1x,q1x', 'пароль новый'],
  ['login,password,', 'a1,p1x,x', '3'],
])('columns of %s that may be meant are not left out unasked', async (heading, row, column) => {
  const { findings } = await surveyFile([`${heading}\n${row}\na2,p2x,\n`], PLAIN, null);
  expect(findings.filter(({ isAsked }) => isAsked)).toMatchObject([
    { kind: 'left out', details: [{ column }] },
  ]);
});

test.each(['login,password,email password', 'login,password,,'])('%s is clear', async (heading) => {
  const behind = heading.endsWith(',') ? ',,' : ',q1x';
  expect(await askedIn(`${heading}\na1,p1x${behind}\na2,p2x${behind}\n`, PLAIN)).toEqual([]);
});

test.each<[string, string]>([
  ['a letter of quoted-printable', 'a1:P=C3=A4ss\na2:Pw2x\na3:Pw3x'],
  ['a time that a spreadsheet made', 'a1|01:20:00\na2|Pw2x\na3|Pw3x'],
  ['points between thousands', 'a1|4.270.977.822\na2|Pw2x\na3|Pw3x'],
  ['markup of chats', '<code>a1:Pw1x</code>\na2:Pw2x\na3:Pw3x'],
])('%s is damage', async (_, text) => {
  const product = { separator: text.includes('|') ? '|' : ':', columns: ['account', 'password'] };
  expect(await askedIn(text, product)).toEqual([['damaged', 1]]);
});

test('a letter that looks like another one is asked about', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `gull${at}${at === 7 ? 'х' : 'x'}:Tide${at}x`);
  expect(await askedIn(lines.join('\n'), { separator: ':', columns: ['account', 'password'] })).toEqual([
    ['unlike', 1],
  ]);
});

test('an address of IPv6 that the separator parts is asked about', async () => {
  const lines = Array.from({ length: 9 }, (_, at) => `10.0.0.${at}:Administrator:Tide${at}x`);
  const product = { separator: ':', columns: ['host', 'account', 'password'] };
  expect(await askedIn(lines.join('\n'), product)).toEqual([]);
  expect(await askedIn([...lines, '2001:db8::4:Administrator:Tide9x'].join('\n'), product)).toEqual([
    ['surplus', 1],
  ]);
});

/** Logins and passwords as people choose them: no sign tells all of one kind from all of the other. */
const chosen = <Value>(at: number, values: readonly Value[]): Value =>
  values[(((at * 7_919 + 13) * (at + 3)) % 101) % values.length]!;
const login = (at: number): string => chosen(at, ['gull.', 'owl', 'tern_', 'heron']) + at * 37;
const secret = (at: number): string => chosen(at + 5, ['Tide', 'reef', 'Bay!', 'kQ7', 'Dune#']) + at * 91;
const pair = (at: number, isTurned = false): string =>
  (isTurned ? [secret(at), login(at)] : [login(at), secret(at)]).join('----');
const turned = async (lines: readonly string[], product: ProductForm = PLAIN) =>
  (await surveyFile([lines.join('\n')], product, null)).findings
    .filter(({ kind, isAsked }) => kind === 'other values' && isAsked)
    .map(({ details }) => details);
const upTo = (count: number, of: (at: number) => string) => Array.from({ length: count }, (_, at) => of(at));
const BOTH = [[{ column: 'account' }, { column: 'password' }]];

test('a part with login and password the other way round is asked about', async () => {
  expect(await turned(upTo(24, (at) => pair(at, at >= 14)))).toEqual(BOTH);
  expect(await turned(upTo(3_000, (at) => pair(at, at >= 2_900)))).toEqual(BOTH);
  expect(await turned(upTo(3_000, (at) => pair(at, at >= 900 && at < 910)))).toEqual(BOTH);
  const [head, ...rows] = ['login,password', ...upTo(24, (at) => pair(at, at >= 14).replace('----', ','))];
  expect(await turned([head, ...rows])).toEqual(BOTH);
});

test.each<[string, (at: number) => string]>([
  ['in one order', (at) => pair(at)],
  [
    'whose logins turn into addresses',
    (at) => `${login(at)}${at < 20 ? '' : '@box.example'}----${secret(at)}`,
  ],
  [
    'whose logins turn into phone numbers',
    (at) => `${at < 20 ? login(at) : `+7999000${1_000 + at}`}----${secret(at)}`,
  ],
  [
    'whose passwords turn into figures',
    (at) => `${login(at)}----${at < 20 ? secret(at) : 10_000_000 + at * 37}`,
  ],
  ['with logins like passwords', (at) => `${secret(at + 5)}----${secret(at)}`],
])('nothing is asked about accounts %s', async (_, of) => {
  expect(await turned(upTo(60, of))).toEqual([]);
});

test.each<[string, string[], (at: number) => string]>([
  ['phone', ['phone', 'password'], (at) => `Pw${at}x----+7999000${1_000 + at}`],
  ['email', ['email'], (at) => `${login(at)}----${secret(at)}`],
  ['uid', ['password'], (at) => `${secret(at)}----${VALUES['account number'](at)}`],
])('logins that are called %s and are none are asked about', async (name, odd, of) => {
  const product = { separator: '----', columns: [name, 'password'] };
  expect(await turned(upTo(12, of), product)).toEqual([odd.map((column) => ({ column }))]);
});

test.each<[string, string, (at: number) => string, string, number]>([
  ['a token that was cut off', 'token', (at) => `${'9fA'.repeat(20 + (at % 4))}.${at}`, '9fA9fA9fA9fA', 1],
  ['a word in the place of a token', 'auth_token', (at) => `${'9fA'.repeat(10)}${at}`, 'INVALID', 1],
  ['a client in the place of a token', 'token', VALUES['token with signs'], VALUES['client id'](1), 1],
  ['a shorter token', 'token', (at) => `${'9fA'.repeat(10)}${at}`, '9fA'.repeat(7), 0],
  ['a note among long ones', 'note', () => 'x'.repeat(30), 'short', 0],
])('%s is asked about if it is odd', async (_, column, of, odd, count) => {
  const lines = linesOf((at) => (at === 9 ? odd : of(at)));
  expect(await askedIn(lines, productOf(column))).toEqual(count > 0 ? [['unlike', count]] : []);
});

test('an account in the place of a login is asked about', async () => {
  for (const count of [4, 24]) {
    const rows = upTo(count, (at) =>
      at === 0 ? `${login(at)}:${secret(at)},US` : `${login(at)},${secret(at)}`,
    );
    expect(await askedIn(rows.join('\n'), PLAIN)).toEqual([['unlike', 1]]);
  }
});

test('a value that seems to stand for the lines below it is asked about', async () => {
  const countries = (of: (at: number) => string) => askedIn(linesOf(of), productOf('country'));
  expect(await countries((at) => (at === 0 ? 'US' : at === 11 ? 'DE' : ''))).toEqual([['unlike', 22]]);
  expect(await countries((at) => (at % 4 === 0 ? 'US' : ''))).toEqual([['unlike', 18]]);
  expect(await countries((at) => (at % 4 === 1 ? 'US' : ''))).toEqual([]);
  expect(await countries((at) => (at % 2 === 0 ? 'US' : ''))).toEqual([]);
  expect(await countries((at) => (at === 0 || at % 5 < 2 ? 'US' : ''))).toEqual([]);
});

test('the login of many sites is none that is repeated', async () => {
  const product = { separator: '|', columns: ['url', 'login', 'password'] };
  expect(
    await askedIn(upTo(9, (at) => `https://x${at}.example/in|admin|${secret(at)}`).join('\n'), product),
  ).toEqual([]);
});

test.each(['#phGJhm3pHK!', '#Tide7?', '#REF1!', '912.345.678', '192.168.100.200'])(
  'the password %s is no error',
  async (password) => {
    expect(await askedIn(`${login(1)}----${password}\n${pair(2)}\n${pair(3)}`, PLAIN)).toEqual([]);
  },
);
