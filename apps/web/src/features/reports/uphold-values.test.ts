import { expect, test } from 'vitest';
import { linesOf, namedOf, upholdFaults } from './uphold-values.ts';

const values = { chosen: [], lines: '', isNothing: false, reason: 'showed the invoice' };

test('no accounts are named only where somebody says that nothing is to be withdrawn', () => {
  expect(upholdFaults({ ...values, lines: ' \n\n' }).lines).toBe('reports.linesMissing');
  expect(upholdFaults({ ...values, isNothing: true }).lines).toBeNull();
  expect(upholdFaults({ ...values, chosen: ['7'] }).lines).toBeNull();
  expect(upholdFaults({ ...values, lines: 'one\ntwo' })).toEqual({ lines: null, reason: null });
  expect(upholdFaults({ ...values, lines: 'x\n'.repeat(1_001) }).lines).toBe('reports.tooManyLines');
  expect(upholdFaults({ ...values, reason: ' ' }).reason).toBe('reports.reasonMissing');
});

test('what was typed before the choice is not sent with it', () => {
  expect(linesOf({ ...values, lines: 'one\r\n two' })).toEqual(['one', ' two']);
  expect(linesOf({ ...values, lines: 'one', isNothing: true })).toEqual([]);
  expect(namedOf({ ...values, chosen: ['7'] })).toEqual(['7']);
  expect(namedOf({ ...values, chosen: ['7'], isNothing: true })).toEqual([]);
});
