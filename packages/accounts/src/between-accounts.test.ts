import { expect, test } from 'vitest';
import type { ProductForm } from './account-form.ts';
import type { FindingKind } from './findings.ts';
import { surveyFile } from './survey-file.ts';

const productOf = (separator: string, columns: string): ProductForm => ({
  separator,
  columns: columns.split(','),
});
const COLON = productOf(':', 'account,password');
const DASHES = productOf('----', 'account,password');
const COOKIES = productOf('|', 'account,password,cookies');

const PLAIN = Array.from({ length: 8 }, (_, at) => `crane${'bcdfghjk'[at]}:Pw${at}x`);
const WORDS = 'Summer Rain Snow Falcon Cedar Otter Maple Heron River Badger Willow Magpie'.split(' ');
const dashed = PLAIN.map((line) => line.replace(':', '----'));
const between =
  (...headings: string[]) =>
  (lines: readonly string[]) =>
    [headings[0], ...lines.slice(0, 4), headings[1] ?? [], ...lines.slice(4)].flat().join('\n');
const figures = (length: number, seed: number) =>
  Array.from({ length }, (_, at) => ((seed * 7 + at * at * 3 + at) % 16).toString(16)).join('');
/** As mail programs break lines: at the width, or before the word that would exceed it. */
const atWidth = (line: string, width = 76) => line.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n');
const atWord = (line: string) =>
  line.split(' ').reduce((text, word) => {
    const last = text.slice(text.lastIndexOf('\n') + 1);
    return `${text}${`${last} ${word}`.length > 76 ? '\n' : ' '}${word}`;
  });

const agent = (at: number) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/12${at}.0.0.0`;

test.each<[string, ProductForm, string, number]>([
  ['countries', COLON, between('=== USA ===', '=== Germany ===')(PLAIN), 2],
  ['what the accounts have', COLON, between('### With 2FA', '### Without 2FA')(PLAIN), 2],
  ['states', COLON, [...PLAIN.slice(0, 6), '-------- DEAD --------', ...PLAIN.slice(6)].join('\n'), 1],
  ['a word alone', COLON, [...PLAIN.slice(0, 6), '', 'SOLD', '', ...PLAIN.slice(6)].join('\n'), 1],
  ['a small word', COLON, [...PLAIN.slice(0, 6), 'banned:', ...PLAIN.slice(6)].join('\n'), 1],
  ['gone accounts above all', COLON, ['Banned accounts:', ...PLAIN].join('\n'), 1],
  ['accounts of a country', COLON, between('', 'Germany accounts')(PLAIN), 1],
  ['words in brackets', DASHES, between('[US]', '[DE]')(dashed), 2],
  ['Chinese words', DASHES, between('美国', '德国')(dashed), 2],
  ['words before a colon', COLON, between('USA:', 'Germany:')(PLAIN), 2],
  ['flags', COLON, between('🇺🇸', '🇩🇪')(PLAIN), 2],
  ['the state of the whole file', COLON, ['=== BANNED ===', ...PLAIN].join('\n'), 1],
  [
    'rows of a table',
    DASHES,
    ['login,password', between('USA,', 'Germany')(PLAIN.map((line) => line.replace(':', ',')))].join('\n'),
    2,
  ],
  [
    'lines broken at the width of a mail',
    COOKIES,
    PLAIN.map((_, at) => atWidth(`crane${at}|Pw${at}x|sid=${figures(90, at)}`)).join('\n'),
    8,
  ],
  [
    'lines broken between words',
    productOf('|', 'account,password,agent'),
    PLAIN.map((_, at) => atWord(`crane${at}|Pw${at}x|${agent(at)}`)).join('\n'),
    8,
  ],
  [
    'one long line that is broken',
    COLON,
    [
      ...PLAIN,
      atWidth(`crane.with.a.name.so.long@a-host-of-a-company-with-a-long-name.example:${'Pw9x'.repeat(3)}`),
    ].join('\n'),
    1,
  ],
  [
    'a line broken within its login',
    COLON,
    [...PLAIN, atWidth(`${'crane.'.repeat(12)}longer.name@box.example:Pw9x`)].join('\n'),
    1,
  ],
  [
    'lines broken behind a separator',
    productOf('----', 'account,password,mail'),
    dashed.map((line, at) => `${line}----\nc${at}@box.example`).join('\n'),
    8,
  ],
  [
    'rows broken in their last column',
    COOKIES,
    `login,password,cookies\n${PLAIN.map((_, at) => `crane${at},Pw${at}x,sid=${figures(9, at)}\n${figures(30, at)}`).join('\n')}`,
    8,
  ],
  [
    'single values that are broken',
    productOf('----', 'token'),
    PLAIN.map((_, at) => atWidth(figures(120, at))).join('\n'),
    8,
  ],
])('asks about lines between accounts: %s', async (_, product, text, count) => {
  const { findings } = await surveyFile([text], product, null);
  expect(findings.filter(({ isAsked }) => isAsked)).toMatchObject([{ kind: 'between accounts', count }]);
});

test.each([' ', String.raw`\n`, ';'])('accounts joined by %j are asked about at any length', async (sign) => {
  for (const count of [20, 300, 3_000]) {
    const lines = Array.from({ length: count }, (_, at) => `gull${1_000 + at}x:Tide${at % 10}q`);
    const { findings, sellable } = await surveyFile([lines.join(sign)], COLON, null);
    expect(sellable).toBe(0);
    expect(findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(['several']);
  }
});

test('a long line of dashes costs no time', async () => {
  const text = [...PLAIN, `A${'-'.repeat(37)}_b`, ...PLAIN].join('\n');
  const before = performance.now();
  await surveyFile([text], COLON, null);
  expect(performance.now() - before).toBeLessThan(1_000);
});

test.each<[string, ProductForm, string]>([
  ['rules', COLON, between('='.repeat(70), '-'.repeat(70))(PLAIN)],
  ['a title and thanks', COLON, ['=== Best shop ===', ...PLAIN, '=== Thanks ==='].join('\n')],
  ['an advertisement', COLON, between('', '*** t.me/best_shop ***')(PLAIN)],
  ['numbers above accounts', COLON, PLAIN.map((line, at) => `${at + 1}.\n${line}`).join('\n')],
  ['some lines without a password', COLON, between('cranel', 'cranem:')(PLAIN)],
  ['days', COLON, between('# 2024-05-12', '# May 13')(PLAIN)],
  ['parts', COLON, between('=== part 1 ===', '// checked')(PLAIN)],
  ['Chinese parts', COLON, between('第一批账号', '5月12日正常账号')(PLAIN)],
  ['what they are not', COLON, between('# not banned', '# 不封号')(PLAIN)],
  [
    'thanks and notices behind long lines',
    COLON,
    between('', '请在24小时内检查账号')(PLAIN.map((line) => `${line}${'x'.repeat(56)}`)) + '\nThank you',
  ],
  ['names above accounts', COLON, PLAIN.map((line, at) => `Account ${at + 1}:\n${line}`).join('\n')],
  ['logins of words', COLON, WORDS.map((word, at) => (at % 5 === 2 ? word : `${word}:Pw${at}x`)).join('\n')],
  ['one name without a password', COLON, between('', 'Maria')(PLAIN)],
  [
    'long lines, of which some lack a value',
    productOf('----', 'account,password,mail'),
    dashed
      .map((line, at) => `${line}${'x'.repeat(50)}${at % 3 === 1 ? '' : `----c${at}@box.example`}`)
      .join('\n'),
  ],
  [
    'rows without a login',
    DASHES,
    `login,password,country\n${PLAIN.map((line, at) => (at % 4 === 1 ? ',,US' : `${line.replace(':', ',')},US`)).join('\n')}`,
  ],
  [
    'keys of two lengths',
    productOf('----', 'key'),
    PLAIN.map((_, at) => `${at % 3 === 1 ? '0x' : ''}${figures(64, at)}`).join('\n'),
  ],
])('asks nothing about %s', async (_, product, text) => {
  const { findings } = await surveyFile([text], product, null);
  expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
});

const key = (at: number) => `AB${at}X-CD${at * 7}Y-EF${at * 3}`;
const token = (at: number) => `${'9fA'.repeat(8)}${at}`;
const PHRASE = 'order legal winner thank year wave sausage worth useful legal winner yellow';

test.each<[string, string, string, number]>([
  ['keys by commas', 'key', `${key(11)}, ${key(12)}, ${key(13)}`, 1],
  ['keys by blanks below one', 'key', `${key(11)}\n${key(12)} ${key(13)}`, 1],
  ['keys by bare signs', 'key', `${key(11)};${key(12)}`, 1],
  ['keys by a literal line end', 'key', `${key(11)}\\n${key(12)}`, 1],
  ['tokens', 'token', [token(1), token(2), token(3)].join(' '), 1],
  ['many tokens', 'token', Array.from({ length: 2_000 }, (_, at) => token(1_000 + at)).join('|'), 1],
  ['phrases', 'seed phrase', `${PHRASE}\n${PHRASE} ${PHRASE}`, 0],
  ['a key in groups', 'key', 'AB12C DE34F GH56I JK78L MN90O', 0],
  ['groups of figures', 'key', '4111 1111 1111 1111\n4222 2222 2222 2222', 0],
  ['backup codes', 'backup codes', 'AB12-CD34 EF56-GH78 IJ90-KL12', 0],
  ['an agent', 'user agent', 'Mozilla/5.0 (X11; rv:1) Gecko/2010 Safari/537.36', 0],
  ['cookies', 'cookies', 'sid=9fA91234-1; uid=9fA91235-2; tid=9fA91236-3', 0],
  ['a key with its day', 'key', `${key(11)} 2024-05-12`, 0],
])('several accounts of one value on a line are asked about: %s', async (_, column, text, count) => {
  const { findings } = await surveyFile([text], { separator: ':', columns: [column] }, null);
  const several = findings.filter(({ kind }) => kind === 'several');
  expect(several.map((found) => found.count)).toEqual(count > 0 ? [count] : []);
});

const SINGLE = productOf('----', 'token');
const NONE: ProductForm = { separator: ':', columns: [] };
const six = (of: (at: number) => string, end = '\n') =>
  Array.from({ length: 6 }, (_, at) => of(at)).join(end);
const address = (at: number) => `crane.${at * 7}@box.example`;
const framed = (text: string) => `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----`;
const by = (...of: ((at: number) => string)[]) =>
  Array.from({ length: 12 }, (_, at) => of.map((one) => one(at)).join('\n')).join('\n');
const logins = (at: number) => `${['crane', 'gull_', 'owl.'][at % 3]}${at * 7}`;
const secrets = (at: number) => `Tide${at * 13}${'x!Q'[at % 3]}`;
const codes = (at: number) => `JBSWY3DPEHPK3PX${String.fromCodePoint(65 + at)}`;
const cookies = (at: number) => `[{"name":"sid","value":"${figures(30, at)}"}]`;
const network = `[Interface]\nPrivateKey = ${figures(43, 3)}=\nAddress = 10.8.0.2/32\n\n[Peer]\nPublicKey = ${figures(43, 4)}=\n`;

test.each<[string, ProductForm, string, FindingKind]>([
  ['addresses above passwords', SINGLE, six((at) => `${address(at)}\nTide${at}x`), 'repeated logins'],
  ['with blank lines between', NONE, six((at) => `crane${at * 7}\nTide-${at}x\n`), 'repeated logins'],
  ['two of them', NONE, [0, 1].map((at) => `${address(at)}\nTide${at}x\nUS\n`).join('\n'), 'repeated logins'],
  [
    'wallets',
    productOf('----', 'phrase'),
    six(() => 'apple\nmoon\nstone\ntiger\ncloud', '\n\n'),
    'repeated logins',
  ],
  ['settings', SINGLE, network, 'repeated logins'],
  ['a framed key', SINGLE, framed(atWidth(figures(200, 5), 64)), 'repeated logins'],
  ['one broken token', SINGLE, atWidth(figures(200, 5)), 'between accounts'],
  ...[NONE, SINGLE].flatMap((product): [string, ProductForm, string, FindingKind][] => [
    ['logins above passwords', product, by(logins, secrets), 'repeated logins'],
    ['three by turns', product, by(logins, secrets, codes), 'repeated logins'],
    ['accounts above cookies', product, by((at) => `${logins(at)}|Pw${at}x`, cookies), 'repeated logins'],
  ]),
  [
    'accounts above those of their mailboxes',
    COLON,
    by(
      (at) => `${logins(at)}:Pw${at}x`,
      (at) => `${address(at)}:Mp${at}x`,
    ),
    'repeated logins',
  ],
  ...['# key', '===== key =====', '---- BEGIN KEY ----', '***', '*', ''].map(
    (sign): [string, ProductForm, string, FindingKind] => [
      `wrapped keys behind ${sign || 'a blank line'}`,
      SINGLE,
      [330, 150, 420, 90, 200].map((length, at) => `${sign}\n${atWidth(figures(length, at), 64)}`).join('\n'),
      'repeated logins',
    ],
  ),
])('asks about accounts over several lines: %s', async (_, product, text, kind) => {
  const { findings } = await surveyFile([text], product, null);
  expect(findings.filter(({ isAsked }) => isAsked).map((found) => found.kind)).toContain(kind);
});

test.each(['', ':Pw123456'])(
  'asks nothing about addresses whose domains are used by turns, before "%s"',
  async (after) => {
    const lines = Array.from(
      { length: 1_000 },
      (_, at) => `${WORDS[(at >> 1) % 12]}${at % 97}@${at % 2 ? 'gmail' : 'outlook'}.example${after}`,
    );
    const { findings } = await surveyFile([lines.join('\n')], NONE, null);
    expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  },
);

test.each<[string, string]>([
  ['addresses', six(address)],
  [
    'addresses among names',
    'crane\ngull_1\nowl@box.example\ntern.7\nswan2\nheron@box.example\ndove\nwren9\nkite4',
  ],
  ['keys in groups', six((at) => `${figures(20, at)}\n${figures(20, at + 7)}\n`)],
  [
    'keys of two kinds',
    Array.from({ length: 40 }, (_, at) => figures((at * at) % 7 < 3 ? 12 : 20, at)).join('\n'),
  ],
  ['groups of several sizes', 'crane1\ngull22\n\nowl333\ntern4\nswan55\n\nheron6\ndove77'],
])('asks nothing about single values: %s', async (_, text) => {
  const { findings, sellable, lines } = await surveyFile([text], productOf('----', 'account'), null);
  expect(findings.filter(({ isAsked }) => isAsked)).toEqual([]);
  expect(sellable).toBe(lines);
});

test('keys of one length in parts are accounts of one line', async () => {
  const text = [1, 2, 3].map((part) => `# part ${part}\n${six((at) => figures(32, part + at))}`).join('\n');
  const { findings } = await surveyFile([text], SINGLE, null);
  expect(findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(['ornament']);
});

test('small words between accounts are headings where all logins are addresses', async () => {
  const lines = PLAIN.map((_, at) => `${address(at)}:Tide${at}x`);
  const asked = async (accounts: readonly string[]) =>
    (await surveyFile([between('netflix', 'spotify')(accounts)], COLON, null)).findings
      .filter(({ isAsked }) => isAsked)
      .map(({ kind, count }) => [kind, count]);
  expect(await asked(lines)).toEqual([['between accounts', 2]]);
  expect(await asked(PLAIN)).toEqual([]);
});

test('several accounts are told from one with a time, and from cookies', async () => {
  const severalIn = async (text: string, product: ProductForm) =>
    (await surveyFile([text], product, null)).findings.some(({ kind }) => kind === 'several');
  const sessions = [1, 2].map((at) => ({ phone: `+7999000${at}`, auth: figures(20, at) }));
  const cookies = [1, 2].map((at) => ({ name: `c${at}`, value: figures(20, at), domain: '.x.example' }));
  expect(await severalIn(JSON.stringify(sessions), productOf('----', 'session'))).toBe(true);
  expect(await severalIn(JSON.stringify(cookies), productOf('----', 'cookies'))).toBe(false);
  const dated = six((at) => `crane${at}:Pw${at}x:2027-05-1${at} 10:30:00`);
  expect(await severalIn(dated, productOf(':', 'account,password,expiry'))).toBe(false);
});

test.each(['/', '——', '     ', '---'])(
  'lines that %j separates among others are asked about',
  async (sign) => {
    const lines = six((at) => `gull${at}${at % 3 === 1 ? sign : '----'}Tide${at}x`);
    const { findings } = await surveyFile([lines], DASHES, null);
    expect(findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(
      sign === '/' ? [] : ['mixed separators'],
    );
  },
);

test('of keys of one length, one that was cut or joined is asked about', async () => {
  const keys = Array.from({ length: 24 }, (_, at) => `${figures(5, at)}-${figures(5, at + 3)}-K7QX2`);
  for (const odd of [keys[5]!.slice(0, -3), `${keys[5]}A`]) {
    const { findings } = await surveyFile([keys.with(5, odd).join('\n')], productOf('----', 'key'), null);
    expect(findings.filter(({ isAsked }) => isAsked)).toMatchObject([{ kind: 'unlike', count: 1 }]);
  }
});

test.each([
  ['key', (at: number) => `${(at % 3) + 1}x ${key(at + 11)}`],
  ['code', (at: number) => `${key(at + 11)} $${[10, 25][at % 2]}`],
  ['key', (at: number) => `Game ${at % 2},${key(at + 11)}`],
])('something beside each %s is asked about', async (column, line) => {
  const { findings } = await surveyFile([six(line)], productOf('----', column), null);
  expect(findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(['other separator']);
});

test.each(['warranty:24h', 'Guarantee:7 days', 'Stock:50pcs', 'price:5$'])(
  'the remark %s is asked about in any file',
  async (remark) => {
    const logins = 'anna maria john olga peter kim noah wang'.split(' ');
    for (const lines of [logins.map((login, at) => `${login}:Tide${at}x`), [`${address(1)}:Tide1x`]]) {
      const { findings, sellable } = await surveyFile([[...lines, remark].join('\n')], COLON, null);
      expect(findings.filter(({ isAsked }) => isAsked).map(({ kind }) => kind)).toEqual(['ornament']);
      expect(sellable).toBe(lines.length);
    }
  },
);

test('a name that begins with a figure is taken off with the others', async () => {
  const product = productOf('|', 'account,password,2fa');
  const text = six((at) => `Login: crane${at}|Password: p:${at}x|2FA: JBSWY3DPEHPK3PX${'ABCDEF'[at]}`);
  const { form } = await surveyFile([text], product, null);
  const { preview } = await surveyFile([text], product, { ...form, doubts: { label: 'mend' } });
  expect(preview[0]!.account).toBe('crane0|p:0x|JBSWY3DPEHPK3PXA');
});
