import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findInWindows, type IdBounds, type IdPosition } from './lists/by-id.ts';
import { startBudget } from './clock.ts';

const LAST = 300_000n;

test('pages of a list read window by window have every row once, in either direction, and end', async () => {
  const list = fc.record({
    ids: fc.uniqueArray(fc.bigInt({ min: 1n, max: LAST }), { maxLength: 60 }),
    isOldestFirst: fc.boolean(),
    limit: fc.integer({ min: 1, max: 20 }),
    window: fc.constantFrom(undefined, 7_000n),
  });
  const property = fc.asyncProperty(list, async ({ ids, isOldestFirst, limit, window }) => {
    const sorted = ids.toSorted((a, b) => (a < b === isOldestFirst ? -1 : 1));
    const find = ({ lowest, highest }: IdBounds, count: number) =>
      Promise.resolve(
        sorted
          .filter((id) => id >= lowest && id <= highest)
          .slice(0, count)
          .map((id) => ({ id })),
      );
    const read: bigint[] = [];
    let position: IdPosition = { isOldestFirst, past: undefined };
    for (;;) {
      const { shown, next } = await findInWindows(
        { lowest: 1n, highest: LAST },
        position,
        limit,
        find,
        window,
      );
      expect(shown.length).toBeLessThanOrEqual(limit);
      read.push(...shown.map(({ id }) => id));
      if (next === null) break;
      if (position.past !== undefined) expect(next > position.past).toBe(isOldestFirst);
      position = { isOldestFirst, past: next };
    }
    expect(read).toEqual(sorted);
  });
  await fc.assert(property, { numRuns: 200 });
});

test('a budget without a limit is never spent, and none is spent at once', () => {
  expect(startBudget(Infinity).isSpent()).toBe(false);
  expect(startBudget(-1).isSpent()).toBe(true);
});
