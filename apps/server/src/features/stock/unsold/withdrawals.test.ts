import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countItems, summarizeRanges } from './withdraw-items.ts';
import { cutRanges } from './withdrawals.sql.ts';
import type { FreeRange, ItemRange } from '../stock.sql.ts';

const LAST = 60;

const pairs = fc
  .array(fc.tuple(fc.nat(LAST), fc.integer({ min: 1, max: 12 })), { maxLength: 8 })
  .map((list): ItemRange[] =>
    list.map(([first, count]) => ({ firstId: BigInt(first), endId: BigInt(first + count) })),
  );

/** Free ranges that do not overlap, some of them neighbours, from which item is free and which range begins. */
const freeRanges = fc
  .array(fc.constantFrom('sold', 'free', 'begins'), { minLength: LAST, maxLength: LAST })
  .map((states): FreeRange[] => {
    const ranges: FreeRange[] = [];
    for (const [index, state] of states.entries()) {
      const id = BigInt(index);
      const last = ranges.at(-1);
      if (state === 'sold') continue;
      if (state === 'free' && last?.endId === id) ranges[ranges.length - 1] = { ...last, endId: id + 1n };
      else ranges.push({ id, goodsId: 1n, gender: 'male', nextId: id, endId: id + 1n });
    }
    return ranges;
  });

const itemsOf = (ranges: readonly ItemRange[]): bigint[] =>
  ranges.flatMap(({ firstId, endId }) =>
    Array.from({ length: Number(endId - firstId) }, (_, index) => firstId + BigInt(index)),
  );

test('exactly the wanted free items are cut out, and the rest stays, each item once', () => {
  const property = fc.property(freeRanges, pairs, (free, wanted) => {
    const asked = new Set(itemsOf(wanted));
    for (const range of free) {
      const found = cutRanges(free, wanted).find((one) => one.range.id === range.id);
      const all = itemsOf([{ firstId: range.nextId, endId: range.endId }]);
      expect(itemsOf(found?.cut ?? [])).toEqual(all.filter((id) => asked.has(id)));
      if (found) expect(itemsOf(found.left)).toEqual(all.filter((id) => !asked.has(id)));
    }
  });
  fc.assert(property, { numRuns: 300 });
});

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
