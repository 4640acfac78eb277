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

test('empty values behind the columns are none', () => {
  expect(readValues('a----b----', formOf('----', ['account', 'password']))).toEqual(['a', 'b']);
  expect(readValues('a;b;;;', { ...formOf(';', ['account', 'password']), surplus: 'further' })).toEqual([
    'a',
    'b',
  ]);
  expect(readValues('a----b----', formOf('----', []))).toEqual(['a', 'b', '']);
  // It may end a password.
  expect(readValues('a:b:', formOf(':', ['account', 'password']))).toEqual(['a', 'b:']);
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
  ['key', ':', list(6, key, `${key(70)},${key(71)}`), ['several'], 6],
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

const KEYS = 'QX7ZAB2CDEFGHJKL';
const secret = (at: number) => `${KEYS.slice(at % 9)}${KEYS}${KEYS}`.slice(0, 32);

/** Twenty accounts, and one of a similar product among them, or one whose end is missing. */
test.each<[string, string, (at: number) => string, string]>([
  ['account,password,2fa', '|', (at) => `gull${at}|Pw${at}x|${secret(at)}`, 'bo@box.example'],
  ['account,password,2fa', '|', (at) => `gull${at}|Pw${at}x|${secret(at)}`, secret(7).slice(0, 25)],
  [
    'account,password,cookies',
    '|',
    (at) => `gull${at}|Pw${at}x|[{"n":"c${at}"}]`,
    'bo.with.a.long.name@box.example',
  ],
  ['login,password,link', '|', (at) => `gull${at}|Pw${at}x|https://x.example/u${at}`, 'Tide7x'],
])(
  'a value of another kind among those of %s by %s is asked about',
  async (columns, separator, line, odd) => {
    const product = { separator, columns: columns.split(',') };
    const lines = Array.from({ length: 20 }, (_, at) => line(at));
    const text = `${lines.join('\n')}\n`;
    expect((await surveyFile([text], product, null)).findings.filter(({ isAsked }) => isAsked)).toEqual([]);
    const other = [...line(7).split(separator).slice(0, -1), odd].join(separator);
    const survey = await surveyFile([text.replace(line(7), other)], product, null);
    expect(survey.findings.filter(({ isAsked }) => isAsked)).toMatchObject([{ kind: 'unlike', count: 1 }]);
    expect(survey.sellable).toBe(19);
  },
);

/** Values that vary by nature: a few of another kind, and all those further down in a file. */
test.each<[string, string, (at: number) => string, (at: number) => string]>([
  ['phone,password', ':', (at) => `7900${1000 + at}:Pw${at}x`, (at) => `g${at}@x.example:Pw${at}x`],
  [
    'login,password,token',
    '|',
    (at) => `gull${at}|Pw${at}x|${secret(at)}`,
    (at) => `gull${at}|Pw${at}x|${KEYS}`,
  ],
  [
    'login,password,2fa',
    '|',
    (at) => `gull${at}|Pw${at}x|${secret(at)}`,
    (at) => `gull${at}|Pw${at}x|${KEYS}`,
  ],
  [
    'login,password,profile',
    '|',
    (at) => `gull${at}|Pw${at}x|${9000 + at}`,
    (at) => `gull${at}|Pw${at}x|gull.${at}`,
  ],
  [
    'login,password,proxy',
    '|',
    (at) => `gull${at}|Pw${at}x|10.0.0.${at}`,
    (at) => `gull${at}|Pw${at}x|h${at}.example`,
  ],
  [
    'login,password,ip',
    '|',
    (at) => `gull${at}|Pw${at}x|10.0.0.${at}`,
    (at) => `gull${at}|Pw${at}x|2001:db8::${at}`,
  ],
  [
    'login,password,followers',
    '|',
    (at) => `gull${at}|Pw${at}x|${3000 + at}`,
    (at) => `gull${at}|Pw${at}x|${at}k`,
  ],
  [
    'login,password,recovery',
    '|',
    (at) => `gull${at}|Pw${at}x|g${at}@x.example`,
    (at) => `gull${at}|Pw${at}x|7900${at}`,
  ],
])('values of another kind in %s by %s are not asked about', async (columns, separator, usual, other) => {
  const product = { separator, columns: columns.split(',') };
  const further = list(600, usual) + list(2_400, (at) => (at === 0 ? '' : other(at + 600)));
  const survey = await surveyFile([further], product, null);
  expect(survey.findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  expect(survey).toMatchObject({ sellable: 2_999, lines: 2_999 });
  // As the returned form has it, for the server reads by that.
  expect(await surveyFile([further], product, survey.form)).toMatchObject({
    sellable: 2_999,
    form: survey.form,
  });
  if (columns.endsWith('2fa')) return;
  const few = await surveyFile([`${list(80, (at) => (at % 40 === 7 ? other : usual)(at))}\n`], product, null);
  expect(few.findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  expect(few.sellable).toBe(80);
});

test('where many lines further down have codes of another length, the first of them are shown as sold', async () => {
  const product = { separator: '|', columns: ['account', 'password', '2fa'] };
  const begin = list(600, (at) => `gull${at}|Pw${at}x|${at === 3 ? KEYS : secret(at)}`);
  const survey = await surveyFile(
    [`${begin}\n${list(60, (at) => `tern${at}|Pw${at}x|${KEYS}`)}\n`],
    product,
    null,
  );
  expect(survey.preview.map(({ fault }) => fault).filter((fault) => fault !== null)).toEqual([]);
  expect(survey.sellable).toBe(660);
  expect(survey.form.usual).not.toContain('one kind');
  // Some are asked about, with those that lack something else.
  const few = `${begin}\ntern1|Pw1x|${KEYS}\n@best_shop|Pw1x|${secret(1)}\n`;
  const { findings, sellable } = await surveyFile([few], product, null);
  expect(findings.filter(({ isAsked }) => isAsked)).toMatchObject([
    { kind: 'unlike', count: 3, samples: [{ line: 4 }, { line: 601 }, { line: 602 }] },
  ]);
  expect(sellable).toBe(599);
});

/** Last lines without an end, which are whole. */
test.each<[string, number, (at: number) => string, string]>([
  ['login,password', 20, (at) => `gull${at}:Tide${100 + at}xy`, 'gull30:Tide'],
  ['login,password', 12_000, (at) => `gull${at}:Tide${at}@x`, 'gull:Ann@2024!'],
  ['login,password,mail', 12_000, (at) => `gull${at}:Pw${at}x:g${at}@gmail.com`, 'gull:Pw1x:bo@box.example'],
  ['login,password,mail', 12_000, (at) => `gull${at}:Pw${at}x:g${at}@box${at}.example`, 'gull:Pw1x:bo@mail'],
  ['login,password,mail', 30, (at) => `gull${at}:Pw${at}x:g${at}@gmail.com`, 'gull30:Pw30x:g30@mail.ru'],
  ['login,password,country', 30, (at) => `gull${at}:Pw${at}x:US${'AB'[at % 2]}`, 'gull30:Pw30x:USX'],
  ['login,password,count', 30, (at) => `gull${at}:Pw${at}x:${100 + at}`, 'gull30:Pw30x:87'],
  ['login,password,id', 30, (at) => `gull${at}:Pw${at}x:1000000000000000${at}`, 'gull30:Pw30x:100004'],
  ['link', 30, (at) => `https://x.example/gull${at}/open`, 'https://x.example/gull7/view'],
])('a whole last line of %s after %d is not asked about', async (columns, count, line, last) => {
  const product = { separator: ':', columns: columns.split(',') };
  const survey = await surveyFile([list(count, line, last)], product, null);
  expect(survey.findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  expect(survey.sellable).toBe(count + 1);
});

test.each<[string, string, (at: number) => string, string]>([
  ['account,mail', ':', (at) => `gull${at}:g${at}.longer@x.example`, 'gull30:g30.longer@x.exampl'],
  ['account,mail', ':', (at) => `gull${at}:g${at}@x.example`, 'gull30:a.much.longer.gull30@mail'],
  ['key', ':', (at) => `K7QX2-PQ${at + 10}Z-TTW4M`, 'K7QX2-PQ40Z-TT'],
  [
    'mail,password,token',
    '----',
    (at) => `g${at}@x.example----Pw${at}x----${secret(at)}`,
    'a@x.example----Pw1x----QX7',
  ],
])('a last line of %s by %s that was cut off is asked about', async (columns, sep, line, cut) => {
  const product = { separator: sep, columns: columns.split(',') };
  const lines = Array.from({ length: 20 }, (_, at) => line(at));
  const survey = await surveyFile([[...lines, cut].join('\n')], product, null);
  expect(survey.findings.filter(({ isAsked }) => isAsked)).toMatchObject([{ kind: 'open value', count: 1 }]);
  expect(survey.sellable).toBe(20);
  // With its line end it is whole, and as long as others as well.
  const whole = await surveyFile([lines.join('\n')], product, null);
  expect(whole.findings.filter(({ isAsked }) => isAsked)).toEqual([]);
});

/** What is asked of a list of twelve lines, and how many are sold before an answer. */
test.each<[string, string, string, string, FindingKind[], number]>([
  [
    'a name in the middle of proxies',
    ':',
    'proxy',
    list(13, (at) => (at === 6 ? '@best_shop' : `10.11.12.1${at}:8${at}`)),
    ['unlike'],
    12,
  ],
  ['links of a product without columns', ':', '', list(12, (at) => `https://x.example/i?id=${at}x`), [], 12],
  ['lines by a sign that nobody named', '@', '', list(12, (at) => `10.0.0.${at}@Ann;Tide${at}x`), [], 12],
  ['tokens with two dashes', ':', 'token', list(12, (at) => `eyJ${at}a.b--${at}c=.d${at}`), [], 12],
  [
    'secrets as links',
    '----',
    'login,password,2fa',
    list(12, (at) => `gull${at}----Pw${at}x----otpauth://totp/X:gull${at}?secret=3D${secret(at)}`),
    [],
    12,
  ],
  [
    'a separator at each end',
    ';',
    'login,password',
    list(12, (at) => `gull${at};Pw${at}x;`),
    ['surplus'],
    12,
  ],
  ['invisible ends', ':', 'login,password', list(12, (at) => `gull${at}:Pw${at}x\u200b`), ['invisible'], 12],
  ['№ before lines', '|', 'login,password', list(12, (at) => `№${at} gull${at}|Pw${at}x`), ['numbered'], 0],
  [
    'JSON over lines',
    ':',
    '',
    JSON.stringify(
      [
        { login: 'a', password: 'b' },
        { login: 'c', password: 'd' },
      ],
      null,
      2,
    ),
    ['open value'],
    0,
  ],
  ['JSON of several', ':', '', '[{"login":"a","password":"b"},{"login":"c","password":"d"}]', ['several'], 0],
  ['JSON with commas', ':', '', list(12, (at) => `{"login":"a${at}"},`), ['beside JSON'], 0],
  ['cookies of one', ':', '', '[{"name":"pass","value":"b"},{"name":"c","value":"d"}]', [], 1],
])('%s', async (_, separator, columns, text, asked, sellable) => {
  const product = { separator, columns: columns === '' ? [] : columns.split(',') };
  const survey = await surveyFile([`${text}\n`], product, null);
  expect(survey.findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(asked);
  expect(survey.sellable).toBe(sellable);
});

test.each([',', ';', '\t', '|'])(
  'quotes round cells by %j are asked about where lines are sold whole',
  async (sign) => {
    const quote = (one: string) => `"${one.replaceAll('"', '""')}"`;
    for (const [separator, columns] of [
      ['----', []],
      [':', ['session']],
    ] as const) {
      const rows = Array.from({ length: 6 }, (_, at) => [
        `gull${at}`,
        at === 4 ? '' : `Ti"de${sign}${at}`,
        `x${at}`,
      ]);
      const text = rows.map((row) => row.map(quote).join(sign)).join('\n');
      const product = { separator, columns };
      const survey = await surveyFile([text], product, null);
      expect(survey.findings.filter(({ isAsked }) => isAsked)).toMatchObject([{ kind: 'guard', count: 6 }]);
      expect(survey.sellable).toBe(0);
      const soldBy = async (guard: 'mend' | 'sell') => {
        const { preview } = await surveyFile([text], product, { ...survey.form, doubts: { guard } });
        return preview.map(({ account, fault }) => (fault === null ? account : null));
      };
      expect(await soldBy('mend')).toEqual(rows.map((row) => row.join(separator)));
      expect(await soldBy('sell')).toEqual(text.split('\n'));
    }
  },
);

test.each<[string, (at: number) => string]>([
  ['one quoted value', (at) => (at === 3 ? 'usr3;"pw;x"' : `usr${at};pw${at}x`)],
  ['one quoted value by commas', (at) => (at === 3 ? 'usr3,"pw,x"' : `usr${at},pw${at}x`)],
  ['a quoted column', (at) => `usr${at}|pw${at}x|"Mozilla/5.0 (X)"`],
  ['JSON', (at) => `{"user":"usr${at}","scopes":["a","b","c"]}`],
  ['lists', (at) => `["usr${at}","pw","x"]`],
  ['JSON behind', (at) => `usr${at}:pw:{"scopes":["a","b","c"]}`],
])('lines with %s are sold as they came where they are sold whole', async (_, line) => {
  const lines = Array.from({ length: 20 }, (_unused, at) => line(at));
  for (const [separator, columns] of [
    [':', []],
    ['|', []],
    ['----', []],
    [':', ['session']],
    ['----', ['session']],
  ] as const) {
    const { preview, sellable } = await surveyFile([lines.join('\n')], { separator, columns }, null);
    expect(preview.map(({ account }) => account)).toEqual(lines);
    expect(sellable).toBe(20);
  }
});

test('JSON with the separator of a product without columns is sold as it came', async () => {
  for (const line of ['{"user":"a","scopes":["a","b","c"]}', 'a:pw:{"scopes":["a","b","c"]}']) {
    const lines = Array.from({ length: 20 }, (_, at) => line.replace('a', `a${at}`));
    const { preview } = await surveyFile([lines.join('\n')], { separator: ',', columns: [] }, null);
    expect(preview.map(({ account, fault }) => (fault === null ? account : null))).toEqual(lines);
  }
});
