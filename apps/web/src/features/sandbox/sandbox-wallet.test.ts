import { expect, test } from 'vitest';
import { isPayable, isSameAmount, readTyped, shiftAmount } from './sandbox-wallet.tsx';

test.each(['10', '10.000001', '0.5', ' 12 '])('%j can be paid', (typed) => {
  expect(isPayable(typed)).toBe(true);
});

test.each(['', '0', '0.000000', '-1', '1.0000001', '01', '1,5', '1e3'])('%j cannot be paid', (typed) => {
  expect(isPayable(typed)).toBe(false);
});

test('amounts are compared by value', () => {
  expect(isSameAmount('10.50', ' 10.5')).toBe(true);
  expect(isSameAmount('10.500001', '10.5')).toBe(false);
});

test('shifting keeps every digit and stays above zero', () => {
  expect(shiftAmount('100.004321', 1_000_000n)).toBe('101.004321');
  expect(shiftAmount('100.004321', -1_000_000n)).toBe('99.004321');
  expect(shiftAmount('0.5', -1_000_000n)).toBe('0.000001');
});

test('a comma is taken for the point, but not one that may separate thousands', () => {
  expect(readTyped(' 10,20 ')).toBe('10.20');
  expect(isPayable(readTyped('100,004321'))).toBe(true);
  expect(isPayable(readTyped('1,200'))).toBe(false);
});
