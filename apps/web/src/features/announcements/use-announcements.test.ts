import { expect, test } from 'vitest';
import { putAway } from './use-announcements.ts';

test('each announcement is remembered once, the latest hundred of them', () => {
  expect(putAway(['1', '2'], '1')).toEqual(['2', '1']);
  const many = Array.from({ length: 100 }, (_, index) => String(index));
  expect(putAway(many, '100')).toEqual([...many.slice(1), '100']);
});
