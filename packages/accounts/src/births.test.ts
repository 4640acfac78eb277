import type { ImportForm } from '@portside/contract';
import { expect, test } from 'vitest';
import { accountFormOf } from './account-form.ts';
import { readDay } from './births.ts';
import { RowChecker } from './check-row.ts';
import { answerForm } from './findings.ts';
import { readRows } from './row-reader.ts';
import { surveyFile } from './survey-file.ts';

const TODAY = '2026-11-30';

const said = (value: string, order?: Parameters<typeof readDay>[1]['order']) => {
  const read = readDay(value, { today: TODAY, order });
  return read?.kind === 'unclear' ? read.orders.join(', ') : (read?.day ?? null);
};

test.each([
  ['2019-05-12', '2019-05-12'],
  ['2019-05-12T23:59:59Z', '2019-05-12'],
  ['2019-05-12 23:59:59.123 +03:00', '2019-05-12'],
  ['25.5.2019 7:05', '2019-05-25'],
  ['25/12/2024', '2024-12-25'],
  ['12/25/2024 1:05 PM', '2024-12-25'],
  ['03/03/2025', '2025-03-03'],
  ['20190512', '2019-05-12'],
  ['1557655200', '2019-05-12'],
  ['1557655200123', '2019-05-12'],
  ['Wed Oct 10 20:19:24 +0000 2018', '2018-10-10'],
  ['May 12th, 2019', '2019-05-12'],
  ['12 мая 2019 г.', '2019-05-12'],
  ['12 de maio de 2019', '2019-05-12'],
  ['2019年5月12日', '2019-05-12'],
  ['="2019-05-12"', '2019-05-12'],
  ['2020-02-29', '2020-02-29'],
  // The last one that is not after today.
  ['25/12/98', '1998-12-25'],
  ['Tues 25 Sept. 2007', '2007-09-25'],
  ['2026-11-30', '2026-11-30'],
  ['1995-01-01', '1995-01-01'],
])('%s is a day', (value, day) => {
  expect(readDay(value, { today: TODAY })).toMatchObject({ kind: 'day', day });
});

test.each([
  ['2019', '2019-01-01'],
  ['2019-05', '2019-05-01'],
  ['05/2019', '2019-05-01'],
  ['May 2019', '2019-05-01'],
  ['2019年5月', '2019-05-01'],
])('%s is a part of one', (value, day) => {
  expect(readDay(value, { today: TODAY })).toEqual({ kind: 'part', day, orders: [] });
});

test.each([
  '',
  'n/a',
  '2021-02-29',
  '31/11/2024',
  '13/13/2024',
  '0/5/2019',
  '1234',
  '05/19',
  '12345678',
  'pass2019!',
  'ana 2019 05 12 7',
  '2019-05-12@mail.example',
  '12 Foo 2019',
  'Marina.12.2019',
  'Monica 12 May 2019',
  'Marina 2019',
  // Nobody had an account then, or has one yet.
  '1994-12-31',
  '25/12/60',
  '1970-01-01',
  '1994',
  '2026-12-01',
  '2026-12',
  '2027',
  '03/04/2097',
  '20261201',
  // Phone numbers, and clocks that nobody has set.
  '4155550123',
  '0912345678',
  '0000000000',
  '4155550123000',
])('“%s” is none', (value) => {
  expect(readDay(value, { today: TODAY })).toBeNull();
});

test('figures of which several may be the month are days in an order only', () => {
  expect(said('03/04/2025')).toBe('day first, month first');
  expect(said('03/04/2025', 'day first')).toBe('2025-04-03');
  expect(said('03/04/2025', 'month first')).toBe('2025-03-04');
  expect(said('25/12/2024', 'month first')).toBeNull();
  expect(said('31.12.19')).toBe('day first, year first');
  expect(said('31.12.19', 'day first')).toBe('2019-12-31');
  expect(said('12.05.19', 'year first')).toBe('2012-05-19');
  // What can be in one order only is in that one, whatever the others are.
  expect(said('2025-03-04', 'day first')).toBe('2025-03-04');
  expect(said('12 May 2019', 'month first')).toBe('2019-05-12');
  // One that is after today in the order that the column has is asked about.
  expect(said('03/12/2026')).toBe('day first, month first');
  expect(said('03/12/2026', 'day first')).toBeNull();
  expect(said('03/12/2026', 'month first')).toBe('2026-03-12');
});

const PRODUCT = { separator: ':', columns: ['account', 'password'] };
const TABLE =
  'login,password,created\nana,secret-1,03/04/2025\nbo,secret-2,25/12/2024\ncy,secret-3,\ndi,secret-4,2019\n';

const survey = async (text: string, born?: ImportForm['born']) => {
  const first = await surveyFile([text], PRODUCT, null, { today: TODAY });
  return born ? surveyFile([text], PRODUCT, { ...first.form, born }, { today: TODAY }) : first;
};

test('which column is the day is proposed and never taken by itself', async () => {
  const { dayColumns, form, births } = await survey(TABLE);
  expect({ dayColumns, born: form.born, births }).toEqual({
    dayColumns: [2],
    born: undefined,
    births: [{ day: null, count: 4 }],
  });
});

test('unclear days, parts of days and no days are asked about, each once and with their lines', async () => {
  const found = await survey(TABLE, { column: 2 });
  const dated = found.findings.filter(({ kind }) => kind.endsWith('date'));
  expect(
    dated.map(({ kind, count, samples, options }) => [
      kind,
      count,
      samples[0]!.line,
      options.map(({ name }) => name),
    ]),
  ).toEqual([
    ['unclear date', 1, 2, ['day first', 'month first']],
    ['part date', 1, 5, ['sell', 'refuse']],
    ['no date', 1, 4, ['refuse', 'sell']],
  ]);
  expect([found.sellable, dated.every(({ isAsked }) => isAsked)]).toEqual([1, true]);
  let { form } = found;
  for (const { options } of dated) form = answerForm(form, options[0]!);
  const again = await surveyFile([TABLE], PRODUCT, form, { today: TODAY });
  expect(again.births).toEqual([
    { day: '2019-01-01', count: 1 },
    { day: '2024-12-25', count: 1 },
    { day: '2025-04-03', count: 1 },
  ]);
  expect(again.findings.filter(({ isAsked }) => isAsked)).toEqual([]);
});

test('what the days of a column say of their order is proposed first', async () => {
  const text = 'a1:p1:03/04/2025\na2:p2:12/25/2024\na3:p3:01/31/2025\n';
  const found = await survey(text, { column: 2 });
  const { options } = found.findings.find(({ kind }) => kind === 'unclear date')!;
  expect(options.map(({ name }) => name)).toEqual(['month first', 'day first']);
});

test('a file without a question about its days has none', async () => {
  const { findings, births } = await survey('a1:p1:2025-04-03\na2:p2:25.12.2024\n', { column: 2 });
  expect(findings.filter(({ kind }) => kind.endsWith('date'))).toEqual([]);
  expect(births.map(({ day }) => day)).toEqual(['2024-12-25', '2025-04-03']);
});

test('what is sold of a line is the same with a column of days', async () => {
  const text = 'login,password,created\nana, secret-1 ,2025-04-03\nbo,secret-2,2024-12-25\n';
  const { form } = await survey(text);
  const check = (one: ImportForm) => {
    const checker = new RowChecker(one, accountFormOf(PRODUCT, one), true, TODAY);
    return readRows(text, ',').map((row) => checker.check(row));
  };
  const [plain, dated] = [check(form), check({ ...form, born: { column: 2 } })];
  expect(dated.map(({ text: sold, values }) => [sold, values])).toEqual(
    plain.map(({ text: sold, values }) => [sold, values]),
  );
  expect(dated.map((one) => one.dated?.day)).toEqual([undefined, '2025-04-03', '2024-12-25']);
});

test('under another heading nobody knows which column is the day', async () => {
  const text =
    'login,password,created\na1,p1,2025-04-03\na2,p2,2025-04-03\ncreated,login,password\n2024-12-25,a3,p3\n';
  const { form } = await survey(text);
  const mended: ImportForm = {
    ...form,
    born: { column: 2 },
    doubts: { 'other order': 'mend', 'no date': 'sell' },
  };
  const checker = new RowChecker(mended, accountFormOf(PRODUCT, mended), true, TODAY);
  const last = readRows(text, ',')
    .map((row) => checker.check(row))
    .at(-1)!;
  expect(last).toMatchObject({ values: ['a3', 'p3'], doubts: ['other order', 'no date'] });
});

test('without a today no value is a day', async () => {
  const { form } = await survey(TABLE);
  const found = await surveyFile([TABLE], PRODUCT, { ...form, born: { column: 2 } });
  expect([found.dayColumns, found.sellable]).toEqual([[], 0]);
});

test('days that no account can have are asked about with their lines', async () => {
  const text = 'a1:p1:2019-05-12\na2:p2:2097-01-01\na3:p3:0000000000\na4:p4:4155550123\n';
  const { findings, births, dayColumns } = await survey(text, { column: 2 });
  const asked = findings.filter(({ kind }) => kind.endsWith('date'));
  expect(asked.map(({ kind, isAsked, samples }) => [kind, isAsked, samples.map(({ line }) => line)])).toEqual(
    [['no date', true, [2, 3, 4]]],
  );
  expect({ births, dayColumns }).toEqual({ births: [{ day: '2019-05-12', count: 1 }], dayColumns: [] });
});

/** Lines that count themselves, each with a day of registration and one of the last visit. */
const counted = (lead: (at: number) => string): string =>
  Array.from(
    { length: 8 },
    (_, index) => `${lead(index + 1)}a${index + 1}:p${index + 1}:2019-05-1${index}:2024-01-0${index + 1}\n`,
  ).join('');

test.each<[string, (at: number) => string]>([
  ['each', (at) => `${at}:`],
  ['all but the first', (at) => (at === 1 ? '' : `${at}:`)],
])('the column that is offered is the one that is read where %s line has a number', async (_, lead) => {
  const text = counted(lead);
  const { form, dayColumns, dayNames } = await survey(text);
  expect(form.is_counted).toBe(true);
  expect(dayColumns.map((column) => dayNames[column])).toEqual(['2019-05-10', '2024-01-01']);
  const born = { column: dayColumns[0]! };
  for (const numbered of ['mend', 'sell'] as const) {
    const answered = { ...form, born, surplus: 'further', doubts: { numbered } } as ImportForm;
    const found = await surveyFile([text], PRODUCT, answered, { today: TODAY });
    expect(found.births.map(({ day }) => day)).toEqual(
      Array.from({ length: 8 }, (_unused, index) => `2019-05-1${index}`),
    );
    expect(dayColumns.map((column) => found.dayNames[column])).toEqual(['2019-05-10', '2024-01-01']);
  }
});

test('of a table with a heading its columns are named', async () => {
  expect((await survey(TABLE)).dayNames).toEqual(['login', 'password', 'created']);
});

test('lines of another kind than the beginning’s have an age, or are asked about, once they are accounts', async () => {
  const days = ['2019-05-12', '03/04/2025', 'n/a', '2018'];
  const lines = Array.from({ length: 40 }, (_, at) => `a${at}:p${at}:${days[at % 4]}\n`).join('');
  const usual = { usual: ['one kind'], usual_kinds: [{}, { kind: 'code' }] } satisfies Partial<ImportForm>;
  const form: ImportForm = { kind: 'text', surplus: 'further', born: { column: 2 }, ...usual };
  const found = await surveyFile([lines], PRODUCT, form, { today: TODAY });
  // Read again by the form without kinds, as it is imported.
  const plain = await surveyFile([lines], PRODUCT, found.form, { today: TODAY });
  expect(found).toEqual(plain);
  expect(found).toMatchObject({ sellable: 10, births: [{ day: '2019-05-12', count: 10 }] });
  expect(found.findings.filter(({ isAsked }) => isAsked).map(({ kind, count }) => [kind, count])).toEqual([
    ['unclear date', 10],
    ['part date', 10],
    ['no date', 10],
  ]);
});
