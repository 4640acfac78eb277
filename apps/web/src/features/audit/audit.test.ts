import { expect, test } from 'vitest';
import { changesOf, kindKey, listChange, subjectPath } from './fact-changes.tsx';
import { parseHead } from './verify-log.tsx';

test('facts of both sides stand beside each other, nested ones by their whole path', () => {
  const before = { status: 'active', note: '', name: { en: 'Old' } };
  const after = { status: 'frozen', note: '', name: { en: 'Old', pt: 'Novo' } };
  expect(changesOf(before, after)).toEqual([
    { path: 'status', before: 'active', after: 'frozen', isChanged: true },
    { path: 'note', before: '', after: '', isChanged: false },
    { path: 'name.en', before: 'Old', after: 'Old', isChanged: false },
    { path: 'name.pt', before: undefined, after: 'Novo', isChanged: true },
  ]);
});

test('an entry without facts has no changes', () => {
  expect(changesOf(null, null)).toEqual([]);
});

test('a finding is one value', () => {
  const reason = { code: 'logZero', facts: {} };
  expect(changesOf(null, { reason })).toMatchObject([{ path: 'reason', after: reason }]);
});

test('a list tells what it lost and gained', () => {
  expect(listChange(['a', 'b'], ['b', 'c'])).toEqual({ removed: ['a'], added: ['c'] });
  expect(listChange(undefined, ['b'])).toBeUndefined();
  expect(listChange([{ price: 1 }], [])).toBeUndefined();
});

const hash = 'ab12'.repeat(16);

test('a pasted line is a number and a hash', () => {
  expect(parseHead(`1234 ${hash}`)).toEqual({ entry: '1234', hash });
  expect(parseHead(`  Entry 7: ${hash.toUpperCase()}\n`)).toEqual({ entry: '7', hash });
});

test.each(['', '12', hash, `12 ${hash.slice(1)}`, `12 ${hash}0`])('%j is none', (text) => {
  expect(parseHead(text)).toBeNull();
});

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
