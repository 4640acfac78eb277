import { expect, test } from 'vitest';
import { readValues, trimBlanks, usualSurplus, type AccountForm } from './account-form.ts';

const formOf = (separator: string, columns: readonly string[]): AccountForm => ({
  separator,
  columns,
  surplus: usualSurplus(separator),
  keeps_blanks: false,
});

test('where one character separates, the last column has the rest of the line', () => {
  const form = formOf(':', ['account', 'password']);
  expect(readValues('quiet.heron@mail.example:Tide:4421', form)).toEqual([
    'quiet.heron@mail.example',
    'Tide:4421',
  ]);
  expect(readValues('amber.finch@mail.example:::start', form)).toEqual([
    'amber.finch@mail.example',
    '::start',
  ]);
  expect(readValues('alone', form)).toEqual(['alone']);
});

test('further values are fields of their own where the operator said so, or several characters separate', () => {
  expect(readValues('a----b----c', formOf('----', ['account', 'password']))).toEqual(['a', 'b', 'c']);
  expect(readValues('a:b:c', { ...formOf(':', ['account']), surplus: 'further' })).toEqual(['a', 'b', 'c']);
  expect(readValues('a:b:c', formOf(':', []))).toEqual(['a:b:c']);
});

test('blanks round a value are none of it, unless the operator said so; those inside are', () => {
  const form = formOf('|', ['account', 'password', 'mail']);
  expect(readValues('reed2 |  two  inner  |\tr2@box.example', form)).toEqual([
    'reed2',
    'two  inner',
    'r2@box.example',
  ]);
  expect(readValues('a | b ', { ...form, keeps_blanks: true })).toEqual(['a ', ' b ']);
  expect(trimBlanks(' \u00a0x\u3000 ')).toBe('\u00a0x\u3000');
});
