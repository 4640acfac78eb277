import type { SortOf } from '@portside/contract';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import { isAscending } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';

/** By what the list goes: each has an index, but the balance, of which every order would have to keep one. */
export type UserKey = 'id' | 'username' | 'email' | 'balance';

export type UserPlace = {
  readonly key: UserKey;
  readonly isAscending: boolean;
  /** The user after whom the page begins, with what he was sorted by; undefined for the beginning. */
  readonly past: { readonly id: bigint; readonly value: string } | undefined;
};

type Asked = { readonly cursor?: string | undefined; readonly sort?: SortOf<'listUsers'> | undefined };

const KEYS = { created_at: 'id', username: 'username', email: 'email', balance: 'balance' } as const;

/** Newest first where nothing else is asked for. Refuses `invalidFormat` a cursor of another order. */
export function readUserPlace({ cursor, sort }: Asked): UserPlace {
  const key = KEYS[(sort ?? 'created_at').replace('-', '') as keyof typeof KEYS];
  const place = readCursor({ cursor, sort });
  if (place === undefined) return { key, isAscending: isAscending(sort), past: undefined };
  const [, id, value = ''] = /^(\d{1,18})(?:\.(\P{Cc}+))?$/u.exec(place) ?? refuse('invalidFormat', 'cursor');
  if ((key === 'id') !== (value === '') || (key === 'balance' && !/^\d{1,19}$/.test(value)))
    refuse('invalidFormat', 'cursor');
  return { key, isAscending: isAscending(sort), past: { id: BigInt(id!), value } };
}

/** Goes on behind this user. */
export const userCursor = (
  key: UserKey,
  sort: string | undefined,
  user: { readonly id: bigint; readonly value: string },
): string => writeCursor(key === 'id' ? String(user.id) : `${user.id}.${user.value}`, sort);
