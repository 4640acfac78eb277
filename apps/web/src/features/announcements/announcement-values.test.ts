import type { Announcement } from '@portside/contract';
import { expect, test } from 'vitest';
import { toFormValues, toRequestBody } from './announcement-values.ts';
import { putAway } from './announcement-bar.tsx';

const known: Announcement = {
  id: '7',
  position: 'recharge',
  also_at: ['login'],
  state: 'published',
  title: { pt: 'Novo', ru: 'Новое' },
  body: { pt: '<p>Hoje</p>' },
  starts_at: new Date(2026, 10, 21, 7, 30).toISOString(),
  ends_at: null,
  is_shown: true,
  created_at: '2026-11-20T00:00:00.000Z',
  updated_at: '2026-11-20T00:00:00.000Z',
};

test('what was read and not changed is written as it was', () => {
  const { position, also_at, state, title, body, starts_at } = known;
  expect(toRequestBody(toFormValues(known))).toEqual({ position, also_at, state, title, body, starts_at });
});

test('an emptied editor leaves no text', () => {
  const values = toFormValues(known);
  const emptied = { ...values, body: { ...values.body, pt: '<p></p><p><br></p>' } };
  expect(toRequestBody(emptied).body).toEqual({});
});

test('each announcement is remembered once, the latest hundred of them', () => {
  expect(putAway(['1', '2'], '1')).toEqual(['2', '1']);
  const many = Array.from({ length: 100 }, (_, index) => String(index));
  expect(putAway(many, '100')).toEqual([...many.slice(1), '100']);
});
