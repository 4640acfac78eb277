import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('facts of both sides stand beside each other', () => {
  expect(changesOf({ status: 'active', note: '' }, { status: 'frozen', tiers: [1] })).toEqual([
    { name: 'status', before: 'active', after: 'frozen' },
    { name: 'note', before: '–', after: '–' },
    { name: 'tiers', before: '–', after: '[1]' },
  ]);
});

test('an entry without facts has no changes', () => {
  expect(changesOf(null, null)).toEqual([]);
});
