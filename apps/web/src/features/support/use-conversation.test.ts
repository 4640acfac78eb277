import type { SupportMessage } from '@portside/contract';
import { expect, test } from 'vitest';
import { addMessage } from './use-conversation.ts';

const message = (id: string): SupportMessage => ({
  id,
  from: 'user',
  text: `message ${id}`,
  has_image: false,
  image_deleted: false,
  created_at: '2026-11-21T08:00:00.000Z',
});
const page = (...ids: string[]) => ({ items: ids.map(message), next_cursor: null, total: null, unread: 0 });
const known = { pages: [page('4', '3'), page('2', '1')], pageParams: [null, '3'] };
const idsOf = ({ pages }: typeof known) => pages.map(({ items }) => items.map(({ id }) => id));

test('a new message comes first', () => {
  expect(idsOf(addMessage(known, message('5')) as typeof known)).toEqual([
    ['5', '4', '3'],
    ['2', '1'],
  ]);
});

test.each(['4', '1'])('message %s is there already', (id) => {
  expect(addMessage(known, message(id))).toBe(known);
});
