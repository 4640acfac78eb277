import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readDecimal } from './decimals.ts';
import { faultsOf } from './field-faults.ts';
import { PositiveAmount, RechargeAmount, UsdtAmount } from './values.ts';

test.each([
  ['0', '0'],
  ['1.000', '1.000'],
  ['0.350', '0.350'],
  ['12,5', '12.5'],
  ['12.', '12'],
  ['.5', '0.5'],
  [',5', '0.5'],
  ['0,350', '0.350'],
  ['0010', '10'],
  ['1,2005', '1.2005'],
  ['1234,567', '1234.567'],
  ['１２．５', '12.5'],
  ['１２，５', '12.5'],
  ['12。5', '12.5'],
  ['١٢٫٥', '12.5'],
  ['۱۲۳', '123'],
  ['१२.५', '12.5'],
  ['1 000', '1000'],
  ['1\u00a0000,50', '1000.50'],
  ['1\u202f000\u202f000', '1000000'],
  ['1\u2009000.5', '1000.5'],
  ['1 000,500', '1000.500'],
  ["1'000.50", '1000.50'],
  ['1’000’000', '1000000'],
  ['1٬000٫5', '1000.5'],
  ['1,000,000', '1000000'],
  ['1.000.000', '1000000'],
  ['1,000.50', '1000.50'],
  ['1.000,50', '1000.50'],
  ['1,000,000.000001', '1000000.000001'],
  ['12,34,567.8', '1234567.8'],
  ['50 USDT', '50'],
  ['USDT 50', '50'],
  ['$1,000.50', '1000.50'],
  ['US$ 5', '5'],
  ['5\u200b0', '50'],
  ['\u202a50\u202c', '50'],
  ['+50', '50'],
  ['−50', '-50'],
  ['–50,5', '-50.5'],
  ['－50', '-50'],
])('%j is %s', (text, decimal) => expect(readDecimal(text)).toEqual({ decimal }));

test.each([
  ['1,000', '1000', '1'],
  ['12,500', '12500', '12.5'],
  ['１，０００', '1000', '1'],
  ['350,001 USDT', '350001', '350.001'],
])('%j may be %s and %s', (text, whole, fraction) => {
  expect(readDecimal(text)).toEqual({ whole, fraction });
  expect(readDecimal(text, { decimals: 2 })).toEqual({ decimal: whole });
  expect(readDecimal(text, { sign: ',' })).toEqual({ decimal: expect.stringMatching(/^\d+\.\d{3}$/) });
});

test.each([
  '',
  ' ',
  '.',
  ',',
  'abc',
  '1e3',
  '1.2.3',
  '1,2,3',
  '1,00,00',
  '1,000.5.5',
  '10 00',
  '1 0000',
  '1-2',
  '0x10',
  '50 100,5 5',
  '5 kg',
  '--5',
])('%j is no number', (text) => expect(readDecimal(text)).toBeNull());

test('with the other sign the same rules hold, mirrored', () => {
  const mirror = (text: string) => text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
  for (const text of ['1.000', '1,000', '12,5', '1.000,50', '1,000.50', '1.2.3', '0,350', '1,000,000', '.5'])
    expect(readDecimal(mirror(text), { sign: ',' }), text).toEqual(readDecimal(text));
});

const faults = (schema: z.ZodMiniType, price: string) =>
  faultsOf(z.safeParse(z.object({ price: schema }), { price }).error?.issues ?? [], { price });

test('an amount that may mean two is named as such, with how it was written', () => {
  expect(faults(UsdtAmount, '1,000')).toEqual([{ field: 'price', fault: 'twoAmounts', value: '1,000' }]);
  expect(faults(PositiveAmount, '1,000')).toEqual([{ field: 'price', fault: 'twoAmounts', value: '1,000' }]);
  expect(faults(UsdtAmount, '-5')).toEqual([{ field: 'price', fault: 'wrong' }]);
});

test('calls take numbers as people write them', () => {
  expect(UsdtAmount.parse('1 000,50')).toBe('1000.50');
  expect(RechargeAmount.parse('１,000 USDT')).toBe('1000');
  for (const text of ['1.000', '12.125', '1,0000', '1e3', '-1', ''])
    expect(RechargeAmount.safeParse(text).success, text).toBe(false);
});
