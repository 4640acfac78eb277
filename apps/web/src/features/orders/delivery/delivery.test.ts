import { describe, expect, test } from 'vitest';
import { isSeparator, toDeliveryFormat, toFormatValues } from './delivery-format-values.ts';
import { oneTimeCode, findGuarded, findTwoFactorSecret, listPossibleColumns } from './one-time-code.ts';
import { timeLeft } from './erase-countdown.tsx';

describe('the format of a delivery', () => {
  const tabbed = { columns: ['login'], separator: '\t', file_type: 'csv', has_header: true } as const;

  test('what was read and not changed is written as it was', () => {
    const format = { ...tabbed, columns: ['login'] };
    expect(toDeliveryFormat(toFormatValues(format))).toEqual(format);
    expect(toFormatValues(format).separator).toBe('\\t');
  });

  test.each([
    ['txt', '----', true],
    ['txt', '123456789', false],
    ['txt', '', false],
    ['txt', '"', false],
    ['csv', ';', true],
    ['csv', '\\t', true],
    ['csv', '----', false],
    ['jsonl', '', true],
  ] as const)('%s with %j between values: %s', (fileType, separator, is) => {
    expect(isSeparator({ columns: [], hasHeader: false, fileType, separator })).toBe(is);
  });
});

describe('one-time codes', () => {
  // RFC 6238, appendix B: the secret of 20 ASCII digits, of which an authenticator shows the last six.
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

  test.each([
    [59_000, '287082', 1],
    [1_111_111_109_000, '081804', 1],
    [1_111_111_111_000, '050471', 29],
    [2_000_000_000_000, '279037', 10],
  ])('at %i ms', (nowMs, code, secondsLeft) => {
    expect(oneTimeCode(SECRET, nowMs)).toEqual({ code, secondsLeft });
  });

  test('a key URI says digits and period itself', () => {
    const uri = `otpauth://totp/x:me?secret=${SECRET}&digits=8&period=60`;
    expect(oneTimeCode(uri, 59_000)).toMatchObject({
      code: expect.stringMatching(/^\d{8}$/),
      secondsLeft: 1,
    });
    expect(oneTimeCode('otpauth://totp/x', 0)).toBeUndefined();
  });

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
    expect(findGuarded(accounts, 51)).toEqual([
      { line: 52, name: 'two', secret: 'JBSWY3DPEHPK3PXP' },
      { line: 53, name: 'three', secret: URI },
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
    expect(findGuarded(accounts, 1)).toEqual([]);
    expect(findGuarded(accounts, 1, 'seed').map(({ line, secret }) => [line, secret])).toEqual([
      [1, 'JBSWY3DPEHPK3PXP'],
      [2, 'JBSWY3DPEHPK3PXQ'],
    ]);
  });
});

describe('the time until accounts are erased', () => {
  test.each([
    [7 * 86_400, { unit: 'days', days: 7, hours: 0 }],
    [6 * 86_400 + 23 * 3_600 + 59, { unit: 'days', days: 6, hours: 23 }],
    [86_399, { unit: 'hours', hours: 23, minutes: 59 }],
    [3_600, { unit: 'hours', hours: 1, minutes: 0 }],
    [3_599, { unit: 'minutes', minutes: 59, seconds: 59 }],
    [5, { unit: 'minutes', minutes: 0, seconds: 5 }],
    [-3, { unit: 'minutes', minutes: 0, seconds: 0 }],
  ])('%i s', (seconds, left) => {
    expect(timeLeft(seconds)).toEqual(left);
  });
});
