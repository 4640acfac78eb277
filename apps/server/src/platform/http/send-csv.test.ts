import { expect, test } from 'vitest';
import { withoutFormula } from './send-csv.ts';

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\tx',
  '\r=x',
  '\n=x',
  '\0=x',
  '-',
  '=',
  "=cmd|' /C calc'!A0",
])('a spreadsheet takes %j as text', (cell) => expect(withoutFormula(cell)).toBe(`'${cell}`));

test.each(['-5', '-0.25', '12', 'a=b', 'ann@example.test', '', "'=1"])('%j stays as it is', (cell) =>
  expect(withoutFormula(cell)).toBe(cell),
);
