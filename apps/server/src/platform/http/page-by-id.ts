import { refuse } from '../refusal.ts';

/** The id that a long list goes on from, newest first; undefined for its beginning. */
export function readIdCursor(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  return /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : refuse('invalidFormat', 'cursor');
}

/** Takes one row more than the limit, which tells whether there is a next page without counting. */
export function cutPage<T extends { readonly id: bigint }>(
  rows: readonly T[],
  limit: number,
): { shown: T[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  return { shown, nextCursor: rows.length > limit ? String(shown.at(-1)!.id) : null };
}
