import { expect, test } from 'vitest';
import { readUsersCsv } from './read-users-csv.ts';

const NOW = new Date('2026-11-20T00:00:00Z');
const read = (...rows: string[]) => readUsersCsv(rows.join('\n'), NOW);
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
      'dan,dan@a.example,"1,5",,',
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
    'balance',
    'balance',
    'balance',
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
  ['an open quote', 'username,email,balance\n"ann,ann@a.example,1'],
  ['too many lines', `username,email,balance\n${'a,b,c\n'.repeat(10_001)}`],
])('%s is refused as a whole', (_, text) => {
  expect(() => readUsersCsv(text, NOW)).toThrow(expect.objectContaining({ reason: 'invalidFormat' }));
});
