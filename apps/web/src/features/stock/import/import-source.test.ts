import { expect, test } from 'vitest';
import { readBeginning } from './import-source.ts';

test('of a short file the last line is seen too', async () => {
  expect(await readBeginning(new Blob(['ann----one\nbob----two']))).toBe('ann----one\nbob----two\n');
});

test('of a long one a beginning, whole characters only, that may end in a line', async () => {
  const beginning = await readBeginning(new Blob([`x${'почта'.repeat(10_001)}`]));
  expect(beginning.length).toBeLessThanOrEqual(30_000);
  expect(beginning).toMatch(/^x(почта)+[а-я]*$/);
});
