import { usualSurplus } from '@portside/accounts/account-form';
import { expect, test } from 'vitest';
import { nameKey } from '../identity.ts';
import { isKnownAs } from './scan-items.ts';

const USUAL = ['account', 'password', 'recovery'];
const knows = (text: string, name: string, columns: readonly string[] = USUAL, separator = '----') =>
  isKnownAs(
    text,
    { separator, columns, surplus: usualSurplus(separator), keeps_blanks: false },
    nameKey(name),
  );

test.each([
  ['Ann@Harbour.example----key----code', 'ann@harbour.EXAMPLE'],
  ['  Ａｎｎ  ----key', 'ann'],
  ['ann----key----other@mail.example', 'Other@mail.example'],
  ['ann----key----+49 (170) 123-4567', '+491701234567'],
  ['491701234567----key', '+49 170 1234567'],
  ['fern\u200b----key', 'fern'],
  ['fern----key', '\u2066fern\u2069'],
  ['\ufefffern\u00a0----key', 'FERN'],
  ['ann----key----\u200eother@mail.exa\u00admple', 'other@mail.example'],
  ['ann----key----\u202a+49 170 1234567\u202c', '491701234567'],
])('%s is known as %s', (text, name) => {
  expect(knows(text, name)).toBe(true);
});

test.each([
  ['ann@harbour.example----key----code', 'ann'],
  ['ann@harbour.example----key----code', 'ann@harbour.example----key'],
  ['joanna----key', 'anna'],
  ['ann----key----code', 'key'],
  ['ann----key----code', 'code'],
  // Passwords and recovery codes that look like names.
  ['ann----key@key.key----code', 'key@key.key'],
  ['ann----+491701234567----code', '+491701234567'],
  ['ann----key----12345678', '12345678'],
])('%s is not known as %s', (text, name) => {
  expect(knows(text, name)).toBe(false);
});

test.each(['mail@host', '@host.example', 'mail@.host', 'mail@host.', 'a b@host.example', 'a@b@host.example'])(
  '%s is no e-mail address',
  (field) => expect(knows(`ann----key----${field}`, field)).toBe(false),
);

test('a crafted line takes no longer than another of its length', () => {
  const field = `a@${'.a'.repeat(400_000)}@`;
  expect(knows(`ann----key----${field}`, field)).toBe(false);
});

test('a column is a name or a secret by what the product calls it', () => {
  const named = ['e-mail', 'username', 'password', 'phone', 'backup code'];
  const text = 'ann@a.example|gull|key|0170 123 4567|+4915112345678';
  for (const name of ['ann@a.example', 'GULL', '01701234567'])
    expect(knows(text, name, named, '|')).toBe(true);
  for (const name of ['key', '+4915112345678']) expect(knows(text, name, named, '|')).toBe(false);
});

test.each([['password'], ['密码'], ['senha'], ['Пароль'], ['licence key'], ['recovery e-mail password']])(
  'nobody is known by a column called %s, wherever it stands',
  (column) => {
    expect(knows('secret@a.example----x', 'secret@a.example', [column, 'account'])).toBe(false);
    expect(knows('ann----x----secret@a.example', 'secret@a.example', ['account', 'x', column])).toBe(false);
  },
);

test.each([['手机号码'], ['телефон'], ['telefone'], ['login']])('a column called %s is a name', (column) => {
  expect(knows('key----01701234567', '0170 1234567', ['password', column])).toBe(true);
});

test('the second field is a password wherever the product does not say that it is a name', () => {
  const text = 'ann----key@key.example----spare@a.example';
  for (const named of [['account'], ['account', 'Kennwort', 'spare']]) {
    expect(knows(text, 'key@key.example', named)).toBe(false);
    expect(knows(text, 'spare@a.example', named)).toBe(true);
  }
});

test('a line without the separator of its product is known by its beginning', () => {
  expect(knows('ann@a.example:key', 'ann@a.example', ['account'])).toBe(true);
  expect(knows('ann@a.example----key', 'ann@a.example', USUAL, '|')).toBe(true);
  expect(knows('ann@a.example:key', 'key', ['account'])).toBe(false);
  expect(knows('card-0001', 'CARD-0001', ['account'])).toBe(true);
});
