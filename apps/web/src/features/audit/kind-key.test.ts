import { expect, test } from 'vitest';
import { kindKey } from './kind-key.ts';

test('entries of earlier versions are worded as those of today', () => {
  expect(kindKey('refundApproved')).toBe('approvals.kind.refundApproved');
  expect(kindKey('refundPassed')).toBe('approvals.kind.refundApproved');
});
