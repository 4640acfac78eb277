import { expect, test } from 'vitest';
import { subjectPath, kindKey } from './subject-path.ts';

test.each([
  ['user', '7', 'anna', '/admin/user?open=7'],
  ['user', '', undefined, '/admin/user'],
  ['order', '', undefined, '/admin/order'],
  ['agent', '4', 'ann', '/admin/agent?open=4'],
  ['agent', '', undefined, '/admin/agent'],
  ['recharge', '', undefined, '/admin/recharge'],
  ['order', 'P-1', undefined, '/admin/order?open=P-1'],
  ['claim', '3', 'P-1', '/admin/order?open=P-1'],
  ['claim', '3', undefined, undefined],
  ['goods', '', undefined, '/admin/goods'],
  ['role', '2', 'Clerk', '/admin/role'],
  ['weather', '2', undefined, undefined],
])('%s:%s (%s) is looked after at %s', (noun, id, name, place) => {
  expect(subjectPath(noun, id, name)).toBe(place);
});

test('entries of earlier versions are worded as those of today', () => {
  expect(kindKey('refundApproved')).toBe('approvals.kind.refundApproved');
  expect(kindKey('refundPassed')).toBe('approvals.kind.refundApproved');
});
