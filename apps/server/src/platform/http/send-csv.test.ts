import { parse } from 'csv-parse/sync';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { sendCsv, escapeFormula, type CsvRow } from './send-list.ts';

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(A1)',
  '\tx',
  '\0=x',
  ' =x',
  '"=x',
  '\u200b=x',
  '-',
  '=',
  "=cmd|' /C calc'!A0",
])('a spreadsheet takes %j as text', (cell) => expect(escapeFormula(cell)).toBe(`'${cell}`));

test.each([
  ['mine;=2+2;x', "mine;'=2+2;x"],
  ['mine; "＋1', `mine;' "＋1`],
  ['=1;=2;-3', "'=1;'=2;'-3"],
  ['mine\t@x', "mine\t'@x"],
  [';\t=x', ";\t'=x"],
])('nor does it run %j where another character separates', (cell, safe) =>
  expect(escapeFormula(cell)).toBe(safe),
);

test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028'])('%j breaks no line', (lineBreak) => {
  expect(escapeFormula(`mine${lineBreak}=1+1`)).toBe('mine =1+1');
  expect(escapeFormula(`${lineBreak}=1+1`)).toBe("' =1+1");
});

test.each(['-5', '-0.25', '12', 'a=b', 'a; b', 'ann@example.test', '10: 1.5; 20: 1.2', '', "'=1"])(
  '%j stays as it is',
  (cell) => expect(escapeFormula(cell)).toBe(cell),
);

test('a long text is scanned once', () => {
  const cell = ';\t "'.repeat(250_000);
  expect(escapeFormula(cell)).toBe(cell);
});

const fileOf = async (rows: CsvRow[]): Promise<string> => {
  const http = fastify();
  http.get('/', (_request, reply) => sendCsv(reply, 'table.csv', ['id', 'paid_out', 'note'], rows));
  return (await http.inject('/')).body;
};

test('texts are quoted, numbers and column names are not', async () => {
  const file = await fileOf([
    [1, '-12.5', 'a; b'],
    ['2', -3, 'he said "no", then\nleft'],
    ['3', '0', ''],
  ]);
  const lines = ['id,paid_out,note', '1,-12.5,"a; b"', '2,-3,"he said ""no"", then left"', '3,0,', ''];
  expect(file).toBe(`\uFEFF${lines.join('\r\n')}`);
  expect(parse(file, { bom: true }).at(2)).toEqual(['2', '-3', 'he said "no", then left']);
});
