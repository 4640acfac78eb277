import { expect, test } from 'vitest';
import { changesOf, listChange } from './changes.ts';

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
