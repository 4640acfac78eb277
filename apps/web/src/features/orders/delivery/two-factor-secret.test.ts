import { expect, test } from 'vitest';
import { findGuarded, findTwoFactorSecret, listPossibleColumns } from './two-factor-secret.ts';

const URI = 'otpauth://totp/x:me?secret=JBSWY3DPEHPK3PXP&issuer=x';

test.each([
  ['2FA', 'jbsw y3dp ehpk 3pxp', 'JBSWY3DPEHPK3PXP'],
  ['otp secret', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXQ====', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXQ'],
  ['双重验证', 'JBSWY3DPEHPK3PXP', 'JBSWY3DPEHPK3PXP'],
  ['field 4', URI, URI],
  ['password', 'JBSWY3DPEHPK3PXP', undefined],
  ['2fa', 'short', undefined],
  ['2fa', 'JBSWY3DPEHPK3PX1', undefined],
  ['2fa', 'otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP', undefined],
  ['2fa', '', undefined],
])('%s: %s', (name, value, secret) => {
  expect(findTwoFactorSecret(name, value)).toBe(secret);
});

test('of several accounts those with a secret are found, with their numbers and what they are called', () => {
  const account = (name: string, secret: string) => ({
    fields: [
      { name: 'account', value: name },
      { name: '2FA', value: secret },
    ],
  });
  const accounts = [
    account('one', ''),
    account('two', 'JBSWY3DPEHPK3PXP'),
    account('three', URI),
    { fields: [] },
  ];
  expect(findGuarded(accounts)).toEqual([
    { line: 2, name: 'two', secret: 'JBSWY3DPEHPK3PXP' },
    { line: 3, name: 'three', secret: URI },
  ]);
});

test('a column that says nothing is offered where all of it looks like secrets, and read once it is chosen', () => {
  const account = (login: string, password: string, seed: string, secret = 'JBSWY3DPEHPK3PXP') => ({
    fields: [
      { name: 'account', value: login },
      { name: 'password', value: password },
      { name: 'seed', value: seed },
      { name: '2fa', value: secret },
    ],
  });
  const accounts = [
    account('one', 'abcdefghijklmnopq', 'jbsw y3dp ehpk 3pxp', ''),
    account('two', 'pass-word-18', 'JBSWY3DPEHPK3PXQ', ''),
    account('three', 'x', '', ''),
  ];
  expect(listPossibleColumns(accounts)).toEqual(['seed']);
  expect(listPossibleColumns([])).toEqual([]);
  expect(findGuarded(accounts)).toEqual([]);
  expect(findGuarded(accounts, 'seed').map(({ line, secret }) => [line, secret])).toEqual([
    [1, 'JBSWY3DPEHPK3PXP'],
    [2, 'JBSWY3DPEHPK3PXQ'],
  ]);
});
