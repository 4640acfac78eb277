import { expect, test } from 'vitest';
import { skippedLines } from './skipped-lines.ts';

test('what is neither added nor told as a fault was passed over, so that the counts add up', () => {
  expect(skippedLines({ lines: 15, added: 9, duplicates: 1, rejected: 2 })).toBe(3);
  expect(skippedLines({ lines: 12, added: 9, duplicates: 1, rejected: 2 })).toBe(0);
});
