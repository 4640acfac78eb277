import { sql, type RawBuilder } from 'kysely';

/** Where a list by amount goes on: of one amount its rows stand by their id. */
export type MicroPlace = { readonly micro: bigint; readonly id: bigint };

/** SQL for a list by amount and id, the columns of its index. */
export type MicroOrder = {
  readonly way: 'asc' | 'desc';
  /** For `order by`. */
  readonly by: RawBuilder<unknown>;
  /** For `where`: behind the place, and up to it. */
  behind(place: MicroPlace | null): RawBuilder<boolean>;
  upTo(place: MicroPlace | null): RawBuilder<boolean>;
};

export function microOrder(micro: string, id: string, isAscending: boolean): MicroOrder {
  const way = isAscending ? 'asc' : 'desc';
  const compare = (sign: string, place: MicroPlace | null): RawBuilder<boolean> =>
    place === null
      ? sql`true`
      : sql`(${sql.ref(micro)}, ${sql.ref(id)}) ${sql.raw(sign)} (${place.micro}::bigint, ${place.id}::bigint)`;
  return {
    way,
    by: sql`${sql.ref(micro)} ${sql.raw(way)}, ${sql.ref(id)} ${sql.raw(way)}`,
    behind: (place) => compare(isAscending ? '>' : '<', place),
    upTo: (place) => compare(isAscending ? '<=' : '>=', place),
  };
}
