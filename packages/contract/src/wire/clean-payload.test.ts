import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanPayload, isCleanPayload } from './clean-payload.ts';

/** JSON, which leaves out undefined in objects; the tree without what is empty. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value)
    .map(([key, item]) => [key, withoutEmpty(item)] as const)
    .filter(([, item]) => item !== undefined);
  if (kept.length === 0) return undefined;
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

test('what is empty is removed at every level, and nothing else', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const sent = structuredClone(value);
      expect(cleanPayload(sent)).toEqual(withoutEmpty(value));
      expect(sent).toEqual(value);
      // JSON has no undefined: as text the two differ where something was removed.
      expect(isCleanPayload(value)).toBe(JSON.stringify(withoutEmpty(value)) === JSON.stringify(value));
    }),
  );
  expect(cleanPayload({ a: undefined, b: [null, '', {}, [[]]], c: { d: '' } })).toBeUndefined();
  expect(cleanPayload({ a: 0, b: false, c: [1, null, ''] })).toEqual({ a: 0, b: false, c: [1] });
});

test('a payload that is nested too deep is refused, also behind what is removed', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  expect(cleanPayload(deep(19))).toEqual(deep(19));
  expect(() => cleanPayload(deep(20))).toThrow(RangeError);
  expect(isCleanPayload(deep(19))).toBe(true);
  expect(() => isCleanPayload(deep(20))).toThrow(RangeError);
  expect(() => cleanPayload({ a: '', b: deep(30) })).toThrow(RangeError);
});
