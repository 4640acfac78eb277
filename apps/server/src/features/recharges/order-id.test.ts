import { expect, test } from 'vitest';
import { ALWAYS, makeOrderId, overlap, spanOfPrefix, spanOfTime } from './order-id.ts';

const AT = new Date('2026-11-21T10:00:00.123Z');

test('an order id lies in the span of its own moment and of each of its beginnings', () => {
  const id = makeOrderId(AT);
  expect(id).toMatch(/^RECH\d{17}$/);
  const spans = [spanOfTime(AT, AT), spanOfTime(null, null)];
  const beginnings = Array.from({ length: 22 }, (_, length) => spanOfPrefix(id.slice(0, length))!);
  const digitsOnly = spanOfPrefix(id.slice(4, 12))!;
  for (const { first, last } of [...spans, ...beginnings, digitsOnly])
    expect(first <= id && id <= last).toBe(true);
  expect(spanOfPrefix(id)).toEqual({ first: id, last: id });
  const before = spanOfTime(null, new Date(AT.getTime() - 1));
  expect(before.last < id).toBe(true);
});

test.each(['RECHX', 'X', '9'.repeat(18)])('no order id begins with %s', (text) => {
  expect(spanOfPrefix(text)).toBeNull();
});

test('spans meet in what both hold', () => {
  const day = spanOfTime(AT, null);
  expect(overlap(day, ALWAYS)).toEqual(day);
  expect(overlap(day, spanOfTime(null, new Date(0)))).toBeNull();
});
