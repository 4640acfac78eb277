import { expect, test } from 'vitest';
import { importProgress, skippedLines } from './import-progress.ts';

const file = { name: 'a.txt', bytes: 200, form: { kind: 'text' as const }, from_line: 3, from_byte: 50 };
const running = { state: 'running' as const, lines: 8, expected_lines: null, file: null };

test('of a file, where its last part began; else of the lines that were told', () => {
  expect(importProgress({ ...running, file })).toBe(0.25);
  expect(importProgress({ ...running, expected_lines: 32 })).toBe(0.25);
  expect(importProgress({ ...running, expected_lines: 4 })).toBe(1);
  expect(importProgress(running)).toBeNull();
});

test('what is done is done', () => {
  expect(importProgress({ ...running, state: 'done', file })).toBe(1);
});

test('what is neither added nor told as a fault was passed over, so that the counts add up', () => {
  const counts = { added: 9, duplicates: 1, rejected: 2, held: { 'same account': 3, 'same login': 4 } };
  expect(skippedLines({ lines: 22, ...counts })).toBe(3);
  expect(skippedLines({ lines: 19, ...counts })).toBe(0);
});
