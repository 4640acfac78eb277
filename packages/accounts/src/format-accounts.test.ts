import { expect, test } from 'vitest';
import { countSplitValues, formatAccounts } from './format-accounts.ts';

const account = (...values: string[]) => ({
  text: values.join('----'),
  fields: ['login', 'password', '2FA'].map((name, index) => ({ name, value: values[index] ?? '' })),
});
const accounts = [account('a@x.test', 'p,1', 'JBSW'), account('b@x.test', 'q"2')];
const plain = { columns: [], separator: '|', file_type: 'txt', has_header: false } as const;

test.each([
  ['all columns', plain, ['a@x.test|p,1|JBSW', 'b@x.test|q"2|']],
  [
    'chosen ones in their order, whatever their capitals, empty where the product lacks one',
    { ...plain, columns: ['2fa', 'cookie', 'LOGIN'], separator: ':' },
    ['JBSW::a@x.test', '::b@x.test'],
  ],
  [
    'of no known column: all',
    { ...plain, columns: ['cookie'], has_header: true },
    ['login|password|2FA', 'a@x.test|p,1|JBSW', 'b@x.test|q"2|'],
  ],
  [
    'CSV quotes what it must',
    { ...plain, file_type: 'csv', separator: ',', columns: ['login', 'password'], has_header: true },
    ['login,password', 'a@x.test,"p,1"', 'b@x.test,"q""2"'],
  ],
  [
    'JSON lines',
    { ...plain, file_type: 'jsonl', columns: ['password', 'login'] },
    ['{"password":"p,1","login":"a@x.test"}', '{"password":"q\\"2","login":"b@x.test"}'],
  ],
] as const)('%s', (_, format, lines) => {
  expect(formatAccounts(accounts, format)).toEqual(lines);
});

test('nothing to deliver', () => {
  expect(formatAccounts([], plain)).toEqual([]);
});

test('accounts of two imports share the columns that they have by the same name', () => {
  const other = {
    fields: [
      { name: 'login', value: 'c' },
      { name: '2FA', value: 'KVKF' },
      { name: 'cookie', value: '[]' },
    ],
  };
  const all = { ...plain, has_header: true };
  expect(formatAccounts([accounts[0]!, other], all)).toEqual([
    'login|password|2FA|cookie',
    'a@x.test|p,1|JBSW|',
    'c||KVKF|[]',
  ]);
  expect(formatAccounts([], all)).toEqual([]);
});

test('values that hold the separator are counted among the chosen ones, where nothing quotes them', () => {
  const one = account('a|b', 'c|d|e', 'f');
  expect(countSplitValues(one, plain)).toBe(2);
  expect(countSplitValues(one, { ...plain, columns: ['PASSWORD', '2fa'] })).toBe(1);
  expect(countSplitValues(one, { ...plain, separator: '||' })).toBe(0);
  expect(countSplitValues(one, { ...plain, file_type: 'csv' })).toBe(0);
});
