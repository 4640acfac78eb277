import { expect, test } from 'vitest';
import { recentlyFailed } from './recently-failed.ts';

const now = new Date('2026-03-10T12:00:00Z').getTime();
const failed = { proposed_by: 'ann', approved_by: 'bob', settled_at: '2026-03-10T11:00:00Z' };

test('who proposed or approved it reads that it failed, for three days', () => {
  expect(recentlyFailed([failed], 'ann', now)).toEqual([failed]);
  expect(recentlyFailed([failed], 'bob', now)).toEqual([failed]);
  expect(recentlyFailed([failed], 'cleo', now)).toEqual([]);
  expect(recentlyFailed([{ ...failed, approved_by: null }], undefined, now)).toEqual([]);
  expect(recentlyFailed([{ ...failed, settled_at: '2026-03-07T12:00:00Z' }], 'ann', now)).toEqual([]);
});
