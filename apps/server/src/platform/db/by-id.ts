import { sql, type RawBuilder } from 'kysely';

/** A list by id is one by time: which way it runs, and the id that its page goes on from. */
export type IdPlace = { readonly isOldestFirst: boolean; readonly past: bigint | undefined };

/** For `where`: the rows of a list by id that come after its place. */
export const pastId = (column: string, { isOldestFirst, past }: IdPlace): RawBuilder<boolean> => {
  if (past === undefined) return sql`true`;
  return isOldestFirst ? sql`${sql.ref(column)} > ${past}` : sql`${sql.ref(column)} < ${past}`;
};

/** For `orderBy`. */
export const directionOf = ({ isOldestFirst }: IdPlace): 'asc' | 'desc' => (isOldestFirst ? 'asc' : 'desc');
