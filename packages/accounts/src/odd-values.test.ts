import { expect, test } from 'vitest';
import type { ImportForm } from '@portside/contract';
import { accountFormOf, type ProductForm } from './account-form.ts';
import { RowChecker } from './check-row.ts';
import { answerForm, type FindingKind, type Survey } from './findings.ts';
import { readRows } from './row-reader.ts';
import { surveyFile } from './survey-file.ts';

const productOf = (separator: string, columns: string): ProductForm => ({
  separator,
  columns: columns.split(','),
});
const COLON = productOf(':', 'account,password');
const DASHES = productOf('----', 'account,password');
const DASHES_AND_LINK = productOf('----', 'account,link');

function soldBy(text: string, form: ImportForm, product: ProductForm): string[] {
  const checker = new RowChecker(form, accountFormOf(product, form));
  return readRows(text, form.kind === 'csv' ? form.delimiter : null)
    .map((row) => checker.check(row))
    .filter(({ what, fault }) => what === 'line' && fault === null)
    .map((row) => row.text);
}

const askedIn = (survey: Survey): FindingKind[] =>
  survey.findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind);

test.each<[string, ProductForm, string, FindingKind[]]>([
  ['a code behind the password', COLON, 'a1:p1|JBSWY3DP\na2:p2|KRSXG5CT\na3:p3\n', ['other separator']],
  [
    'what a checker found behind it',
    COLON,
    'a1:p1 | Country = US\na2:p2 | Country = BR\n',
    ['other separator'],
  ],
  ['passwords with a sign now and then', COLON, 'a1:p;1\na2:p2\na3:p3\na4:p4\na5:p5\n', []],
  ['tabs in cookies', productOf('----', 'account,password,cookies'), 'a1----p1----x\tTRUE\n', []],
  ['a sign behind all passwords', COLON, 'a1:p1,\na2:p2,\na3:p3\n', ['other separator']],
  ['a word behind all passwords', COLON, 'a1:p1 OK\na2:p2 BAD\n', ['other separator']],
  ['two columns of one name', DASHES, 'login,password,password\na1,p1,q1\na2,p2,q2\n', ['left out']],
  ['escaped and hidden letters', COLON, 'a1:\\u041f\na2%40box.example:p2\na3:p***\na4:p4\\r\n', ['damaged']],
  [
    'signs in cookies',
    productOf('----', 'account,password,cookies'),
    'a1----p1----[{"v":"&amp;<br>"}]\n',
    [],
  ],
  ['a chat', COLON, 'Ana, [28.11.2026 10:01]\na1:p1\na2:p2\n', ['ornament']],
  ['one sign more than separates', DASHES, 'a1-----p1\na2----p2\n', ['other separator']],
  ['passwords that are addresses', COLON, 'p1:a1@box.example\np2:a2@box.example\n', ['swapped']],
  ['addresses on both sides', COLON, 'a1@box.example:b1@box.example\na2@box.example:b2@box.example\n', []],
  ['an address behind some passwords', COLON, 'a1:p1\na2:p2:r2@box.example\na3:p3\n', ['surplus']],
  ['several accounts on a line', COLON, 'a1@box.example:p1, a2@box.example:p2\n', ['several']],
  ['accounts that an odd line end parts', COLON, 'a1@box.example:p1\u2028a2@box.example:p2\n', ['several']],
  ['nothing behind a separator', COLON, 'a1:p1\na2:p2:\n', ['surplus']],
  ['markup', COLON, 'a1:p1<br>\na2:p&amp;2\na3:p<3\n', ['damaged']],
  ['code of a word processor', COLON, '\\f0 a1:p1\\par\na2:p2\\par\na3:p\\3\n', ['damaged']],
  ['errors of a spreadsheet', DASHES, 'login,password\na1,#N/A\na2,#REF!\na3,#hash\n', ['damaged']],
  ['no values', DASHES, 'login,password\na1,nan\na2,nano\n', ['damaged']],
  [
    'numbers taken for fractions',
    productOf(':', 'phone,password'),
    '79990001122.0:p1\n79990001133:p2\n',
    ['damaged'],
  ],
  ['letters read in another encoding', COLON, 'a1:ÐŸÐ°Ñ€\na2:Ñandú\n', ['damaged']],
  ['names before values', productOf(';', 'account,password'), 'login=a1;password=p1\na2;pass=1\n', ['label']],
  ['values over several lines', COLON, 'Login: a1\nPassword: p1\n\nLogin: a2\nPassword: p2\n', ['ornament']],
  ['quotes of other kinds', COLON, '“a1”:“p1”\n`a2:p2`\na3:p’3\n', ['guard']],
  ['numbers without a sign', COLON, '1 a1:p1\n2 a2:p2\n7 999 000:p3\n', ['numbered']],
  ['numbers with signs', COLON, '1. a1:p1\n2) a2:p2\n3\ta3:p3\n', ['numbered']],
  ['logins of figures before a tab', productOf('\t', 'phone,password'), '1234567\tPw1\n7654321\tPw2\n', []],
  ['logins of figures before a blank', productOf(' ', 'phone,password'), '1234567 Pw1\n765432 Pw2\n', []],
  [
    'links that escape their values',
    DASHES_AND_LINK,
    'a1----https://x.example/?email=ana%40example.com&amp;k=1\na2----https://x.example/?email=bo%40example.com\n',
    [],
  ],
  [
    'markup round a link',
    DASHES_AND_LINK,
    'a1----<a href="https://x.example/">\na2----https://x.example/\n',
    ['damaged'],
  ],
  ['signs before lines', COLON, '[+] a1:p1\n[+] a2:p2\n-a3:p3\n', ['numbered']],
  ['the figures of a checker', COLON, 'a1:p1\na2:p2\nValid: 2\nLines: 2\n', ['sum']],
])('%s', async (_, product, text, asked) => {
  const survey = await surveyFile([text], product, null);
  expect(askedIn(survey)).toEqual(asked);
});

const COOKIES = productOf('----', 'account,password,cookies');

test.each<[string, ProductForm, string, FindingKind[], string[]]>([
  [
    'of several characters',
    COOKIES,
    'a1----p1----[{"v":"x----y"}]\na2----p2----[{"v":"z"}]\n',
    ['surplus'],
    ['a1----p1----[{"v":"x----y"}]', 'a2----p2----[{"v":"z"}]'],
  ],
  [
    'in quotes',
    COOKIES,
    'a1----p1----"[{""v"":""x----y""}]"\na2----p2----"{""v"":""x----y""}"\n',
    ['separator in a field'],
    ['a1----p1----[{"v":"x----y"}]', 'a2----p2----{"v":"x----y"}'],
  ],
  ['in quotes, without doubled ones', COOKIES, `a1----p1----'[{"v":"x----y"}]'\n`, ['surplus'], []],
  [
    'behind a name',
    COOKIES,
    'a1----p1----cookies=[{"v":"x----y"}]\n',
    ['surplus'],
    ['a1----p1----cookies=[{"v":"x----y"}]'],
  ],
  [
    'in a table',
    COOKIES,
    'account,password,cookies\na1,p1,"[{""v"":""x----y""}]"\n',
    ['separator in a field'],
    ['a1----p1----[{"v":"x----y"}]'],
  ],
])('a separator within the last value is asked about, %s', async (_, product, text, asked, sold) => {
  const survey = await surveyFile([text], product, null);
  expect(askedIn(survey)).toEqual(asked);
  const whole = text.split('\n').filter((line) => line.includes('a2----p2----[')).length;
  expect(soldBy(text, survey.form, product)).toHaveLength(whole);
  const last = survey.findings.find(({ isAsked }) => isAsked)!.options[0]!;
  expect(last.name).toBe('last');
  const form = answerForm(survey.form, last);
  expect(soldBy(text, form, product)).toEqual(sold);
  // Nothing but the guard round a value is left to ask.
  expect(askedIn(await surveyFile([text], product, form))).toEqual(sold.length === 0 ? ['guard'] : []);
});

test('cookies behind a password are no part of it unless the operator says so', async () => {
  const plain = ['a3:p3', 'a4:p4', 'a5:p5', 'a6:p6', 'a7:p7'];
  const text = ['a1:p1:[{"n":"c","v":"1"}]', 'a2:p2:[{"n":"d"},{"n":"e"}]', ...plain].join('\n');
  const survey = await surveyFile([text], COLON, null);
  expect(askedIn(survey)).toEqual(['surplus']);
  const [refuse] = survey.findings.find(({ kind }) => kind === 'surplus')!.options;
  expect(soldBy(text, answerForm(survey.form, refuse!), COLON)).toEqual(plain);
});

test('a table by a sign that passwords hold sells them whole if the operator says so', async () => {
  const product = productOf('----', 'account,password');
  const text = 'login:password\na1:p1\na2:p:2\na3:p3\na4:p4\na5:p5\n';
  const survey = await surveyFile([text], product, null);
  expect(askedIn(survey)).toEqual(['row width']);
  const { options } = survey.findings.find(({ kind }) => kind === 'row width')!;
  expect(options.map(({ name }) => name)).toEqual(['refuse', 'last', 'sell']);
  expect(soldBy(text, answerForm(survey.form, options[1]!), product)).toContain('a2----p:2');
});

test('JSON that goes on in the next lines is asked about behind a password too', async () => {
  const text = 'a1:p1:{"n": "c",\n"v": "1"}\na2:p2\n';
  expect(askedIn(await surveyFile([text], COLON, null))).toEqual(['surplus', 'open value']);
});

test('a column that only numbers the rows is not sold', async () => {
  const table = '1,a1,p1\n2,a2,p2\n3,a3,p3\n';
  const survey = await surveyFile([table], DASHES, null);
  expect(askedIn(survey)).toEqual([]);
  expect(soldBy(table, survey.form, DASHES)).toEqual(['a1----p1', 'a2----p2', 'a3----p3']);
  const ids = '1001,p1,m1\n1002,p2,m2\n';
  expect(askedIn(await surveyFile([ids], DASHES, null))).toEqual(['left out']);
  const lines = '1\ta1:p1\n2\ta2:p2\n';
  expect(soldBy(lines, (await surveyFile([lines], COLON, null)).form, COLON)).toEqual(['a1:p1', 'a2:p2']);
});

test.each([
  ['|', 'account,password', ['steam:a1|p1', 'steam:a2|p2', 'steam:a3|p3']],
  ['|', 'time,account,password', ['10:01|a1|p1', '10:02|a2|p2']],
  ['|', 'link,password', ['https://x.example/u1|p1', 'https://x.example/u2|p2']],
  [';', 'phone,password', ['79990000001,00;p1', '79990000002,00;p2']],
])('the separator %s is kept where first values hold another sign: %s', async (separator, columns, lines) => {
  const product = productOf(separator, columns);
  const survey = await surveyFile([`${lines.join('\n')}\n`], product, null);
  expect(soldBy(`${lines.join('\n')}\n`, survey.form, product)).toEqual(lines);
});

test('names before values are taken off if the operator says so', async () => {
  const product = productOf(';', 'account,password');
  const text = 'login=a1;password=pass=1\n账号：a2;密码：p2\n';
  const survey = await surveyFile([text], product, null);
  const mend = survey.findings[0]!.options.find(({ name }) => name === 'mend')!;
  expect(soldBy(text, answerForm(survey.form, mend), product)).toEqual(['a1;pass=1', 'a2;p2']);
});

test.each([
  ['blanks', ' '.repeat(60_000)],
  ['a number before blanks', `1${' '.repeat(60_000)}`],
  ['blanks before a bracket', `a:b${' '.repeat(60_000)}[x`],
  ['letters of another script', `${'я'.repeat(60_000)}!`],
  ['letters before a sign of addresses', `a:${'b'.repeat(60_000)}@`],
])('a line of %s takes no time', (_, text) => {
  const form: ImportForm = { kind: 'text', usual: ['address login', 'Latin login'], is_counted: true };
  const checker = new RowChecker(form, accountFormOf(COLON, form));
  const start = performance.now();
  checker.check({ ...readRows(text, null)[0]!, line: 2 });
  expect(performance.now() - start).toBeLessThan(1_000);
});

test.each<[string, ProductForm, string]>([
  ['JSON over lines', COLON, `a1:"[1,${' '.repeat(60_000)}2\n]"\n`],
  ['cookies', productOf(';', 'account,cookies'), `a1;b=x${' '.repeat(60_000)};y\n`],
  ['an agent', productOf(';', 'account,user agent'), `a1;${' '.repeat(60_000)}€;y\n`],
  ['a value behind another', COLON, `a1:p1|xx: y${' '.repeat(60_000)}\u2028x\n`],
])('blanks in %s take no time', async (_, product, text) => {
  const { form } = await surveyFile(['a1:p1\n'], product, null);
  const start = performance.now();
  await surveyFile([text], product, null);
  await surveyFile([text], product, { ...form, doubts: { several: 'sell' } });
  expect(performance.now() - start).toBeLessThan(1_000);
});

/** Twenty lines, of which every so many has something else in its place. */
const twenty = (every: number, other: (at: number) => string): string =>
  Array.from({ length: 20 }, (_, at) => (at % every === 1 ? other(at) : `gull${at}:Pw${at}x`)).join('\n');

test.each<[string, string, FindingKind[]]>([
  ['a country', twenty(4, (at) => `gull${at}:Pw${at} (US)`), ['unlike']],
  ['a word', twenty(4, (at) => `gull${at}:Pw${at} DEAD`), ['unlike']],
  ['what a checker found', twenty(4, (at) => `gull${at}:Pw${at} | Plan = Premium`), ['unlike']],
  ['one remark', twenty(20, (at) => `gull${at}:Pw${at} // checked 12.05`), ['unlike']],
  [
    'a note in another shape on each line',
    Array.from(
      { length: 20 },
      (_, at) => `gull${at}:Pw${at}${[' | US', ' (US)', ' - US', '\tUS'][at % 4]!}`,
    ).join('\n'),
    ['other separator'],
  ],
  ['a heading that nobody knows', twenty(20, () => 'felhaszn:jelmondat'), ['other order', 'unlike']],
  ['a heading in Italian', twenty(20, () => 'utente:senha'), []],
  ['a heading in Turkish', twenty(20, () => 'kullanıcı adı:şifre'), []],
  ['a heading in Korean', twenty(20, () => '아이디:비밀번호'), []],
  ['columns swapped below a heading in Polish', twenty(20, () => 'hasło:użytkownik'), ['other order']],
])('among twenty lines: %s', async (_, text, asked) => {
  expect(askedIn(await surveyFile([text], COLON, null))).toEqual(asked);
});

const PHRASE = 'order legal winner thank year wave sausage worth useful legal winner yellow';

test.each<[string, ProductForm, string]>([
  ['phrases of words', productOf(':', 'seed phrase'), `${PHRASE}\n${PHRASE} apple bird cat\n`],
  ['tokens with signs', productOf(':', 'account,password,token'), 'a1:p1:x***y1\na2:p2:z***y2\n'],
  ['a bare word with a number for a password', COLON, twenty(20, () => 'Alexander:123456')],
])('nothing is asked about %s', async (_, product, text) => {
  const survey = await surveyFile([text], product, null);
  expect(askedIn(survey)).toEqual([]);
  expect(survey.sellable).toBe(survey.lines);
});

test('rows below more headings than a form has are in no known order', async () => {
  const text = Array.from({ length: 260 }, (_, at) =>
    at % 2 === 1 ? `password:login\nPw${at}x:gull${at}` : `login:password\ngull${at}:Pw${at}x`,
  ).join('\n');
  const { form, findings } = await surveyFile([text], COLON, null);
  const { options } = findings.find(({ kind }) => kind === 'other order')!;
  expect(options.map(({ name }) => name)).toEqual(['refuse', 'sell']);
  const mended = answerForm(form, { set: { doubts: { 'other order': 'mend' } } });
  const sold = soldBy(text, mended, COLON);
  expect(sold).toHaveLength(200);
  expect(sold.every((account) => account.startsWith('gull'))).toBe(true);
  // A later part knows it by its form alone.
  const checker = new RowChecker(mended, accountFormOf(COLON, mended), false);
  const [row] = readRows('gull9:Pw9x\n', null, 500);
  expect(checker.check(row!).fault).toBe('other order');
});

test.each([';', '|'])('lines that %s separates among others are asked about', async (sign) => {
  const mixed = (every: number) => twenty(every, (at) => `gull${at}${sign}Pw${at}x`);
  expect(askedIn(await surveyFile([mixed(2)], COLON, null))).toEqual(['mixed separators']);
  expect(askedIn(await surveyFile([mixed(5)], COLON, null))).toEqual(['mixed separators']);
  expect(askedIn(await surveyFile([mixed(20)], COLON, null))).toEqual([]);
});

const MAIL = productOf('----', 'account,password,email');

test.each<[string, ProductForm, (at: number) => string, FindingKind[]]>([
  [
    'a password in the place of an address',
    productOf(':', 'account,password,email,email password'),
    (at) => (at % 5 === 1 ? `gull${at}:Pw${at}:Mp${at}:US` : `gull${at}:Pw${at}:g${at}@x.example:Mp${at}`),
    ['unlike'],
  ],
  [
    'an empty value among filled ones',
    MAIL,
    (at) => `gull${at}----Pw${at}x----${at === 7 ? '' : `g${at}@x.example`}`,
    ['unlike'],
  ],
  [
    'a word for nothing among cookies',
    COOKIES,
    (at) => `gull${at}----Pw${at}x----${at % 3 === 1 ? 'none' : '[{"a":"b"}]'}`,
    ['damaged'],
  ],
  [
    'a column that is often empty',
    MAIL,
    (at) => `gull${at}----Pw${at}x----${at % 2 === 1 ? '' : `g${at}@x.example`}`,
    [],
  ],
])('%s', async (_, product, line, asked) => {
  const text = Array.from({ length: 20 }, (_unused, at) => line(at)).join('\n');
  expect(askedIn(await surveyFile([text], product, null))).toEqual(asked);
});

test.each(['none', 'null', '-', '', 'no cookies', '[]', '无'])(
  'accounts with %j for cookies are asked about, be it all of them',
  async (nothing) => {
    for (const every of [1, 4]) {
      const lines = Array.from(
        { length: 20 },
        (_, at) => `gull${at}----Tide${at}x----${at % every === 0 ? nothing : `[{"name":"c${at}"}]`}`,
      );
      const survey = await surveyFile([lines.join('\n')], COOKIES, null);
      expect(askedIn(survey)).toEqual(['damaged']);
      expect(soldBy(lines.join('\n'), survey.form, COOKIES)).toEqual(lines.filter((_, at) => at % every > 0));
    }
  },
);

test.each<[string, ProductForm, (at: number) => string]>([
  ['proxies', productOf(':', 'account,password,proxy'), (at) => `gull${at}:Tide${at}x:10.0.0.${at}:8080:u:p`],
  [
    'agents',
    productOf(':', 'account,password,user agent'),
    (at) => `gull${at}:Tide${at}x:Mozilla/5.0 (X11) rv:1.${at}`,
  ],
  ['links', productOf('----', 'link'), (at) => `https://x.example/${at}?k=a|b`],
])('%s hold the separator by their nature', async (_, product, line) => {
  const lines = Array.from({ length: 20 }, (_unused, at) => line(at));
  const survey = await surveyFile([lines.join('\n')], product, null);
  expect(askedIn(survey)).toEqual([]);
  expect(soldBy(lines.join('\n'), survey.form, product)).toEqual(lines);
});

test.each<[string, ProductForm, (at: number) => string]>([
  [
    'an address behind a link',
    productOf(':', 'account,password,link'),
    (at) => `gull${at}:Tide${at}x:https://x.example/u${at}:rec${at}@mail.example`,
  ],
  [
    'a second account behind a proxy',
    productOf(':', 'account,password,proxy'),
    (at) => `gull${at}:Tide${at}x:10.0.0.${at}:8080:tern${at}:Pw${at}:10.0.1.${at}:8080`,
  ],
  [
    'a code behind an agent',
    productOf(':', 'account,password,user agent'),
    (at) => `gull${at}:Tide${at}x:Mozilla/5.0 (X11) rv:1.${at}:c0de${at}`,
  ],
])('%s is asked about, be it on one line', async (_, product, line) => {
  const usual: Record<string, string> = { link: 'https://x.example/u', proxy: '10.0.0.1:80' };
  const rest = usual[product.columns.at(-1)!] ?? 'Mozilla/5.0 (X11; rv:1) Gecko/2010 Safari/537.36';
  for (const every of [1, 20]) {
    const lines = Array.from({ length: 20 }, (_unused, at) =>
      at % every === 0 ? line(at) : `gull${at}:Tide${at}x:${rest}`,
    );
    expect(askedIn(await surveyFile([lines.join('\n')], product, null))).toContain('surplus');
  }
});

test('one account made of words withholds only itself', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => (at === 20 ? 'maria:sunshine' : `gull${at}:Pw${at}x!`));
  const text = lines.join('\n');
  const { form, findings, sellable } = await surveyFile([text], COLON, null);
  expect(findings.map(({ kind }) => kind)).toEqual(['unlike']);
  expect(sellable).toBe(39);
  expect(soldBy(text, form, COLON)).toEqual(lines.filter((line) => line !== 'maria:sunshine'));
  // Nor in a part of the file that has too few lines to tell.
  const part = new RowChecker(form, accountFormOf(COLON, form), false);
  const rows = readRows(lines.slice(19).join('\n'), null, 20);
  expect(rows.map((row) => part.check(row).fault).filter(Boolean)).toEqual(['unlike']);
  // Columns swapped below it are in no known order.
  const swapped = lines.map((line, at) => (at > 20 ? line.split(':').toReversed().join(':') : line));
  expect(askedIn(await surveyFile([swapped.join('\n')], COLON, null))).toContain('other order');
  expect(
    soldBy(swapped.join('\n'), (await surveyFile([swapped.join('\n')], COLON, null)).form, COLON),
  ).toEqual(lines.slice(0, 20));
});

test('empty columns behind a table are no question', async () => {
  const text = 'a1,p1,,,\na2,p2,,,\n';
  const survey = await surveyFile([text], DASHES, null);
  expect(askedIn(survey)).toEqual([]);
  expect(soldBy(text, survey.form, DASHES)).toEqual(['a1----p1', 'a2----p2']);
});
