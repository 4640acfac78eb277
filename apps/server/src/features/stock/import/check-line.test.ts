import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasAllFields } from './check-line.ts';

test.each([
  ['ann----key', 2, true],
  ['ann----key----more', 2, true],
  ['ann-----key', 2, true],
  ['ann----key----', 3, true],
  ['ann----key', 3, false],
  ['ann', 2, false],
  ['ann----', 2, false],
  ['ann--------more', 2, false],
  ['ann---- ----more', 3, false],
  ['----key', 2, false],
  ['----', 2, false],
  ['ann', 1, true],
])('%s of %i fields', (text, columns, isWhole) => {
  expect(hasAllFields(text, { separator: '----', columns })).toBe(isWhole);
});

test('agrees with splitting the line', () => {
  const line = fc.string({ unit: fc.constantFrom('-', '--', 'a', ' '), maxLength: 16 });
  const property = fc.property(line, fc.integer({ min: 2, max: 5 }), (text, columns) => {
    const fields = text.split('--');
    const isWhole = fields.length >= columns && fields.slice(0, 2).every((field) => field.trim() !== '');
    expect(hasAllFields(text, { separator: '--', columns })).toBe(isWhole);
  });
  fc.assert(property, { numRuns: 500 });
});
