import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { signInAdmin } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import type { Ctx } from '../context.ts';
import { sendList, type Columns, type Part, sendCsv, escapeFormula, type CsvRow } from './send-list.ts';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { randomBytes } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { createXlsx, LONGEST_CELL, sendXlsx, type XlsxColumn, type XlsxRow } from './send-file.ts';

let ctx: Ctx;
beforeAll(async () => {
  const admin = await signInAdmin((await createWorld()).ctx);
  ctx = { ...admin.ctx, clock: { now: () => new Date('2026-11-20T12:00:00Z') } };
});
const columns: Columns<number> = {
  number: (row) => row,
  isEven: (row) => row % 2 === 0,
  half: (row) => (row % 2 === 0 ? row / 2 : null),
};

let http: FastifyInstance | undefined;
afterEach(() => http?.close());

/** A list of this many numbers; `fail` may throw instead of a part. Records which parts were read. */
async function serve(count: number, fail: (part: Part) => void = () => undefined) {
  const read: Part[] = [];
  http = fastify();
  http.get('/', (_request, reply) =>
    sendList(ctx, reply, {
      name: 'numbers',
      action: 'goods.export',
      subject: 'goods',
      query: { q: 'odd', even: undefined },
      columns,
      readPage: async (part) => {
        read.push(part);
        fail(part);
        const begin = Number(part.cursor ?? 0);
        const end = Math.min(begin + part.limit, count);
        const items = Array.from({ length: end - begin }, (_, index) => begin + index);
        return { items, next_cursor: end < count ? String(end) : null };
      },
    }),
  );
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  return { url, read };
}

test('a list is exported to its end, page by page', async () => {
  const { url, read } = await serve(2_500);
  const answer = await fetch(url);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="numbers-2026-11-20.csv"');
  const lines = (await answer.text()).split('\r\n');
  expect(lines).toHaveLength(2_502);
  expect([...lines.slice(0, 3), lines.at(-2)]).toEqual([
    'number,isEven,half',
    '0,true,0',
    '1,false,',
    '2499,false,',
  ]);
  expect(read).toEqual([{ limit: 1_000 }, ...['1000', '2000'].map((cursor) => ({ limit: 1_000, cursor }))]);
});

const entries = () =>
  ctx.db.selectFrom('audit_entries').select(['action', 'subject', 'after']).orderBy('id', 'desc').execute();

test('an export is audited before it is sent, with its filter, and its rows if they are few', async () => {
  await fetch((await serve(7)).url);
  await http!.close();
  const long = await fetch((await serve(2_500)).url);
  const noted = { action: 'goods.export', subject: 'goods' };
  expect((await entries()).slice(0, 2)).toEqual([
    { ...noted, after: { filter: 'q=odd', rows: '1000+' } },
    { ...noted, after: { filter: 'q=odd', rows: 7 } },
  ]);
  await long.text();
});

test('an empty list is a file with a header only', async () => {
  const { url } = await serve(0);
  expect(await (await fetch(url)).text()).toBe('number,isEven,half\r\n');
});

test('refusals of the list are answered as refusals', async () => {
  const before = await entries();
  const { url } = await serve(5, () => {
    throw Object.assign(new Error('no such thing'), { statusCode: 404 });
  });
  const answer = await fetch(url);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ]);
  expect(await entries()).toEqual(before);
});

test('a list that fails midway does not look complete', async () => {
  const { url } = await serve(5_000, ({ cursor }) => {
    if (cursor === '3000') throw new Error('the database is gone');
  });
  await expect((await fetch(url)).text()).rejects.toThrow('terminated');
});

test('rows are read no faster than the client receives them, and not after it disconnects', async () => {
  const { url, read } = await serve(10_000_000);
  const gone = new AbortController();
  const answer = await fetch(url, { signal: gone.signal });
  await settled(() => read.length);
  expect(read.length).toBeLessThan(1_000);
  gone.abort();
  await expect(answer.text()).rejects.toThrow('abort');
  const last = await settled(() => read.length);
  expect(last).toBeLessThan(1_000);
});

/** The value once it has stopped changing. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1; before !== read();) {
    before = read();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  return read();
}

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
