import type { Answer, Finding } from '@portside/accounts/findings';
import { surveyFile } from '@portside/accounts/survey-file';
import type { ImportForm } from '@portside/contract';
import { expect, test } from 'vitest';
import { isChosen, mapColumn, mappingOf, questionsOf, withoutUsual } from './import-form.ts';
import { completeForm } from './use-file-check.ts';

const refuse: Answer = { name: 'refuse', set: { doubts: { sum: 'refuse' } } };
const sell: Answer = { name: 'sell', set: { doubts: { sum: 'sell' } } };
const sum: Finding = {
  kind: 'sum',
  count: 2,
  samples: [{ line: 9, text: 'Total: 7' }],
  isAsked: true,
  options: [refuse, sell],
  details: [],
};
const surplus: Finding = { ...sum, kind: 'surplus', options: [] };
const marks: Finding = { ...sum, kind: 'mark', isAsked: false, options: [] };

test('what is asked is a question, and stays one with its answer, so that it can be changed', () => {
  expect(questionsOf([marks, sum, surplus], new Map())).toEqual([
    { finding: sum, answer: null },
    { finding: surplus, answer: null },
  ]);
  const answers = new Map([['sum' as const, { finding: sum, answer: sell }]]);
  const again = { ...sum, count: 5, isAsked: false, options: [] };
  expect(questionsOf([marks, again, surplus], answers)).toEqual([
    { finding: { ...again, options: [refuse, sell] }, answer: sell },
    { finding: surplus, answer: null },
  ]);
  expect(questionsOf([marks], answers)).toEqual([{ finding: sum, answer: sell }]);
});

test('a form has an answer if it says all of it', () => {
  const form = { kind: 'text', keeps_blanks: true, doubts: { sum: 'sell', guard: 'mend' } } as const;
  expect([refuse, sell].map((answer) => isChosen(form, answer))).toEqual([false, true]);
  expect(isChosen(form, { name: 'keep', set: { keeps_blanks: true } })).toBe(true);
  expect(isChosen(form, { name: 'drop', set: { keeps_blanks: false } })).toBe(false);
  expect(isChosen({ kind: 'text' }, sell)).toBe(false);
});

test('without a word, columns stand in the order of the file', () => {
  expect(mappingOf(undefined, 3, 2)).toEqual([0, 1, null]);
  expect(mappingOf([2, 0], 3, 5)).toEqual([2, 0, null]);
});

test('a column can come from elsewhere, or be left out', () => {
  expect(mapColumn([0, 1, 2], 1, 4)).toEqual([0, 4, 2]);
  expect(mapColumn([0, 1, 2], 1, null)).toEqual([0, 2]);
  expect(mapColumn([0, null, null], 1, 3)).toEqual([0, 3]);
});

test('the last column cannot be left out', () => {
  expect(mapColumn([2, null], 0, null)).toEqual([2]);
});

test('with other columns or another heading, lines are compared as they are read then', async () => {
  const format = { separator: '----', columns: ['account', 'password', 'email'], is_secret: false };
  const table = Array.from({ length: 20 }, (_, at) => `gull${at}@box.example,gull_${at}x,Tide${at}q`);
  const lines = table.map((row) => row.split(',').slice(1).join('----'));
  for (const [rows, change] of [
    [table, { columns: [1, 2, 0] }],
    [['x,y,z', ...table], { columns: [1, 2, 0], has_header: true, heading: ['x', 'y', 'z'] }],
    [lines, { heading: lines[0]!.split('----') }],
  ] as const) {
    const text = rows.join('\n');
    const product = rows === lines ? { ...format, columns: ['account', 'password'] } : format;
    const { form } = await surveyFile([text], product, null);
    expect(form.usual).toBeDefined();
    const changed = { ...withoutUsual(form), ...change } as ImportForm;
    const again = await surveyFile([text], product, await completeForm(new Blob([text]), product, changed));
    expect(again.form.usual).toBeDefined();
    expect(again.findings.filter(({ kind }) => kind === 'unlike')).toEqual([]);
    expect(again.sellable).toBe(rows === lines ? 19 : 20);
  }
});
