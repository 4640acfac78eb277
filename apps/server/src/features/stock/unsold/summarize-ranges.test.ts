import { expect, test } from 'vitest';
import { countItems, summarizeRanges } from './withdraw-items.ts';

const range = (firstId: number, endId: number) => ({ firstId: BigInt(firstId), endId: BigInt(endId) });

test('items are listed by their first and last id, adjacent ranges as one', () => {
  const ranges = [range(1, 2), range(4, 7), range(7, 9), range(11, 12)];
  expect(summarizeRanges(ranges)).toEqual({ items: ['1', '4-8', '11'] });
  expect(countItems(ranges)).toBe(7);
  expect(summarizeRanges([])).toEqual({ items: [] });
});

test('of very many runs the first are listed, and how many more there are', () => {
  const ranges = Array.from({ length: 1_000_000 }, (_, index) => range(index * 2, index * 2 + 1));
  const { items, further } = summarizeRanges(ranges);
  expect([items.length, items[0], items[199], further]).toEqual([200, '0', '398', 999_800]);
});
