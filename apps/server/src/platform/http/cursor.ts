import { refuse } from '../refusal.ts';

type Asked = { readonly cursor?: string | undefined; readonly sort?: string | undefined };

/** Where a list goes on, as its page answers it: it belongs to the order that was asked for. */
export const writeCursor = (place: string, sort: string | undefined): string =>
  sort === undefined ? place : `${sort}.${place}`;

/** Undefined for the list's beginning. Refuses `invalidFormat` what another order answered: its pages would be wrong. */
export function readCursor({ cursor, sort }: Asked): string | undefined {
  if (cursor === undefined || sort === undefined) return cursor;
  const beginning = `${sort}.`;
  return cursor.startsWith(beginning) ? cursor.slice(beginning.length) : refuse('invalidFormat', 'cursor');
}
