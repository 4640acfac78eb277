import { expect, test } from 'vitest';
import { filesOfOneUser, measure, reachedByPlaceOrder } from './house.ts';

test.each(measure())('holds the size of the source: $what', ({ is, most = Infinity, least = 0 }) => {
  expect(is).toBeLessThanOrEqual(most);
  expect(is).toBeGreaterThanOrEqual(least);
});

test('what is counted is found', () => {
  expect(reachedByPlaceOrder()).toContain('apps/server/src/platform/db/pipeline.ts');
  expect(filesOfOneUser().length).toBeGreaterThan(0);
});
