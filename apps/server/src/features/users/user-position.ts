import type { SortOf } from '@portside/contract';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { isAscending } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';

/** Sort keys. Each has an index except the balance, where every order would have to maintain it. */
export type UserSortKey = 'id' | 'username' | 'email' | 'balance';

export type UserPosition = {
  readonly key: UserSortKey;
  readonly isAscending: boolean;
  /** The last user of the previous page with their sort value; undefined for the first page. */
  readonly past: { readonly id: bigint; readonly value: string } | undefined;
};

type ListQuery = { readonly cursor?: string | undefined; readonly sort?: SortOf<'listUsers'> | undefined };

const KEYS = { created_at: 'id', username: 'username', email: 'email', balance: 'balance' } as const;

/** Newest first by default. Refuses a cursor of another sort order (invalidFormat). */
export function readUserPosition({ cursor, sort }: ListQuery): UserPosition {
  const key = KEYS[(sort ?? 'created_at').replace('-', '') as keyof typeof KEYS];
  const place = readCursor({ cursor, sort });
  if (place === undefined) return { key, isAscending: isAscending(sort), past: undefined };
  const [, id, value = ''] = /^(\d{1,18})(?:\.(\P{Cc}+))?$/u.exec(place) ?? refuse('invalidFormat', 'cursor');
  if ((key === 'id') !== (value === '') || (key === 'balance' && !/^\d{1,18}$/.test(value)))
    refuse('invalidFormat', 'cursor');
  return { key, isAscending: isAscending(sort), past: { id: BigInt(id!), value } };
}

/** The cursor of the page after this user. */
export const writeUserCursor = (
  key: UserSortKey,
  sort: string | undefined,
  user: { readonly id: bigint; readonly value: string },
): string => writeCursor(key === 'id' ? String(user.id) : `${user.id}.${user.value}`, sort);
