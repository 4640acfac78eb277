import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spanOf, stampOf } from './order-no.ts';

const time = fc.date({ min: new Date('2001-01-01'), max: new Date('2098-12-31'), noInvalidDate: true });

test('the beginning of a number spans exactly the times whose numbers begin so', () => {
  const property = fc.property(time, fc.integer({ min: 1, max: 15 }), (at, length) => {
    const beginning = stampOf(at).slice(0, length);
    const { from, to } = spanOf(beginning)!;
    const isInside = (ms: number): boolean => stampOf(new Date(ms)).startsWith(beginning);
    expect([from.getTime(), to.getTime()].map(isInside)).toEqual([true, true]);
    if (from.getUTCFullYear() > 2000) expect(isInside(from.getTime() - 1)).toBe(false);
    if (to.getUTCFullYear() < 2099) expect(isInside(to.getTime() + 1)).toBe(false);
  });
  fc.assert(property, { numRuns: 2_000 });
});

test('what no number begins with has no span', () => {
  for (const beginning of ['X', '26A', '2613', '262', '2602300', '26023', '26112025'])
    expect(spanOf(beginning)).toBeNull();
  expect(spanOf('261120120000000ABC')?.from).toEqual(new Date('2026-11-20T12:00:00Z'));
});
