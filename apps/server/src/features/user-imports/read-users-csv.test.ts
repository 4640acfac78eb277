import { expect, test } from 'vitest';
import { readUsersCsv } from './read-users-csv.ts';

const NOW = new Date('2026-11-20T00:00:00Z');
const read = (...rows: string[]) => readUsersCsv(rows.join('\n'), NOW).lines;
const problems = (...rows: string[]) =>
  read('username,email,balance,created_at,agent', ...rows).map(({ problem }) => problem);

test.each([
  ['username,email,balance', 'ann,ann@a.example,12.345678'],
  ['E-Mail;Balance;User', 'ann@a.example;12.345678;ann'],
  ['balance\temail\tunknown\tlogin', '12.345678\tann@a.example\tx\tann'],
  ['\ufeffusername,email,balance', '"ann","ann@a.example","12.345678"'],
])('columns are found by their names: %j', (head, row) => {
  expect(read(head, row)).toEqual([
    {
      line: 2,
      username: 'ann',
      email: 'ann@a.example',
      balanceMicro: 12_345_678n,
      registeredAt: null,
      agent: null,
      problem: null,
    },
  ]);
});

test('each line says what is wrong with it', () => {
  expect(
    problems(
      'ann,ann@a.example,1,,',
      'ben,ben@a.example,1',
      'b en,b@a.example,1,,',
      'cid,nowhere,1,,',
      'dan,dan@a.example,-1,,',
      'dan,dan@a.example,0.0000001,,',
      'dan,dan@a.example,1e3,,',
      'dan,dan@a.example,R$ 5,,',
      'dan,"dan"@a.example,5,,',
      'eve,eve@a.example,1,2027-01-01,',
      'eve,eve@a.example,1,2023-02-30,',
      'eve,eve@a.example,1,01/02/2023,',
      'ANN,other@a.example,1,,',
      'other,ANN@a.example,1,,',
      'fay,fay@a.example,,2024-02-29 10:00:00,quay',
    ),
  ).toEqual([
    null,
    'fields',
    'username',
    'email',
    'balance',
    'precision',
    'balance',
    'currency',
    'quotes',
    'registered',
    'registered',
    'registered',
    'repeated',
    'repeated',
    null,
  ]);
});

test('a day begins at midnight in UTC, and a time may have its zone', () => {
  const dates = read(
    'username,email,balance,created_at',
    'a,a@a.example,0,2024-02-29',
    'b,b@a.example,0,2024-02-29T10:00:00+02:00',
  ).map(({ registeredAt }) => registeredAt?.toISOString());
  expect(dates).toEqual(['2024-02-29T00:00:00.000Z', '2024-02-29T08:00:00.000Z']);
});

test.each([
  ['no table', 'hello'],
  ['a column missing', 'username,email\nann,ann@a.example'],
  ['no lines', 'username,email,balance\n'],
  ['a column twice', 'username,email,balance,balance\nann,ann@a.example,1,5'],
  ['what was no UTF-8', 'username,email,balance\n\ufffd\ufffdnn,ann@a.example,1'],
  ['too many lines', `username,email,balance\n${'a,b,c\n'.repeat(10_001)}`],
])('%s is refused as a whole', (_, text) => {
  expect(() => readUsersCsv(text, NOW)).toThrow(expect.objectContaining({ reason: 'invalidFormat' }));
});

test('a column that stands twice is named', () => {
  const text = 'username,E-Mail,email,balance,Balance\nann,ann@a.example,x,1,5';
  expect(() => readUsersCsv(text, NOW)).toThrow(
    expect.objectContaining({ faults: [{ field: 'text', fault: 'twice', value: 'balance' }] }),
  );
});

test('a line with a wrong quotation mark is named, and takes no other with it', () => {
  const lines = read(
    'username,email,balance,note',
    'ann,ann@a.example,1,',
    'ben,"ben"2@a.example,1,',
    'cid,cid@a.example,"2,5",x',
    '"dan,dan@a.example,3,',
    'eve,eve@a.example,4,"a ""word"""',
  );
  expect(
    lines.map(({ line, username, problem, balanceMicro }) => [line, username, problem, balanceMicro]),
  ).toEqual([
    [2, 'ann', null, 1_000_000n],
    [3, 'ben', 'quotes', 1_000_000n],
    [4, 'cid', null, 2_500_000n],
    [5, '"dan', 'quotes', 3_000_000n],
    [6, 'eve', null, 4_000_000n],
  ]);
});

test('lines end in any way, also in several, and are counted as in the file', () => {
  const text = 'user;mail;balance\r\na;a@a.example;1\n\nb;b@a.example;2\rc;c@a.example;3';
  expect(
    readUsersCsv(text, NOW).lines.map(({ line, username, problem }) => [line, username, problem]),
  ).toEqual([
    [2, 'a', null],
    [4, 'b', null],
    [5, 'c', null],
  ]);
});

test('balances in doubt are one question, and wait for its answer', () => {
  const text = [
    'username;email;balance',
    'lia;lia@a.example;1.250',
    'rui;rui@a.example;1.250,50',
    'ana;ana@a.example;12,50',
    'bia;bia@a.example;2.000',
    'short;short@a.example',
  ].join('\n');
  const { lines, question } = readUsersCsv(text, NOW);
  expect(lines.map(({ problem }) => problem)).toEqual(['ambiguous', null, null, 'ambiguous', 'fields']);
  expect(question).toEqual({ line: 2, value: '1.250', point: '1.25', comma: '1250', lines: 2 });
  const answered = readUsersCsv(text, NOW, ',').lines;
  expect(answered.slice(0, 4).map(({ balanceMicro }) => balanceMicro)).toEqual([
    1_250_000_000n,
    1_250_500_000n,
    12_500_000n,
    2_000_000_000n,
  ]);
});

test.each([
  ['blank rows of a spreadsheet', 'username,email,balance\nann77,ann@a.example,1\n,,\n , ,\n'],
  ['another name beside the username', 'name,username,email,balance\nAnn,ann77,ann@a.example,1'],
  ['columns without names', 'username,email,balance,,\nann77,ann@a.example,1\n'],
  ['an optional column twice', 'username,email,balance,date,date\nann77,ann@a.example,1,2024-01-02,x'],
  ['invisible marks round names', '\u200eusername\u00a0,e-mail\u200b,balance\nann77,ann@a.example,1'],
])('a file with %s is read', (_, text) => {
  expect(readUsersCsv(text, NOW).lines).toMatchObject([
    { username: 'ann77', email: 'ann@a.example', balanceMicro: 1_000_000n, problem: null },
  ]);
});

test('names and addresses are read as our own export guards them', () => {
  expect(
    read('username,email,balance', "'-ann,'+ann@a.example,1", "o'neil,o'neil@a.example,2"),
  ).toMatchObject([
    { username: '-ann', email: '+ann@a.example', problem: null },
    { username: "o'neil", email: "o'neil@a.example", problem: null },
  ]);
});

test('a name that a spreadsheet has rounded, and cells in other columns, are wrong', () => {
  expect(
    problems('7.9E+10,ann@a.example,1,,', 'ben,ben@a.example,1,50,,', 'cid,cid@a.example,1,50,'),
  ).toEqual(['username', 'fields', 'registered']);
});
