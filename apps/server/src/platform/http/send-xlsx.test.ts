import { fastify } from 'fastify';
import { readXlsx } from 'hucre/xlsx';
import { randomBytes } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createXlsx, LONGEST_CELL, sendXlsx, type XlsxColumn, type XlsxRow } from './send-xlsx.ts';

const TEXT = [{ name: 'value' }];

const readBack = async (columns: readonly XlsxColumn[], rows: Iterable<XlsxRow>) =>
  (await readXlsx(await buffer(createXlsx(columns, rows)))).sheets[0]!.rows;

test.each([
  '=1+2',
  '+7 900',
  '@SUM(A1)',
  '007',
  '12345678901234567890',
  '1e5',
  '1/2',
  'TRUE',
  '2026-11-20',
  ' blanks and a tab\t',
  'line\nbreak\rand\r\nboth',
  'a\u0001b\uffff',
  '_x0041_ and _x005F_',
  '<&>"\'',
  '密码 пароль 🐙',
])('the text %j comes back as it went', async (value) => {
  expect(await readBack(TEXT, [[value]])).toEqual([['value'], [value]]);
});

test('decimals of a number column are numbers, others stay what they are', async () => {
  const rows = [
    ['1.500000', '1.5'],
    ['-3', '-3'],
    ['', ''],
    ['123456789.012345', '0'],
    ['1234567890.123456', '0'],
    ['1,5', '1'],
  ];
  const [, ...cells] = await readBack([{ name: 'amount', isNumber: true }, { name: 'note' }], rows);
  expect(cells.map(([first]) => first)).toEqual([
    1.5,
    -3,
    null,
    123_456_789.012345,
    '1234567890.123456',
    '1,5',
  ]);
  expect(cells[0]![1]).toBe('1.5');
});

test('a cell holds as much as a spreadsheet does', async () => {
  const value = 'x'.repeat(LONGEST_CELL);
  expect(await readBack(TEXT, [[value]])).toEqual([['value'], [value]]);
});

test('it is sent under its name, and a cell that is too long breaks it off', async () => {
  const http = fastify();
  http.get('/right', (_request, reply) => sendXlsx(reply, 'table.xlsx', TEXT, [['a']]));
  http.get('/long', (_request, reply) =>
    sendXlsx(reply, 'table.xlsx', TEXT, [['x'.repeat(LONGEST_CELL + 1)]]),
  );
  const answer = await http.inject('/right');
  expect(answer.headers).toMatchObject({
    'content-disposition': 'attachment; filename="table.xlsx"',
    'content-type': expect.stringContaining('spreadsheetml'),
  });
  expect((await readXlsx(answer.rawPayload)).sheets[0]!.rows).toEqual([['value'], ['a']]);
  await expect(http.inject('/long')).rejects.toThrow();
});

test('rows are read as the file is taken, and no further once nobody takes it', async () => {
  let read = 0;
  function* endless(): Generator<XlsxRow> {
    for (;;) yield [`${(read += 1)} ${randomBytes(3_000).toString('base64')}`];
  }
  const file = createXlsx(TEXT, endless());
  await new Promise((resolve) => file.once('readable', resolve));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const taken = read;
  expect(taken).toBeLessThan(1_000);
  file.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(read).toBeLessThan(taken + 200);
  await expect(text(file)).rejects.toThrow();
});
