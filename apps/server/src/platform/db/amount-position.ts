import { sql, type RawBuilder } from 'kysely';

/** Where a page of a list by amount begins: after this row. Rows of one amount are ordered by their id. */
export type AmountPosition = { readonly micro: bigint; readonly id: bigint };

/** SQL for a list by amount and id, the columns of its index. */
type AmountOrder = {
  readonly way: 'asc' | 'desc';
  /** For `order by`. */
  readonly by: RawBuilder<unknown>;
  /** For `where`: the rows after the position, and those up to and including it. */
  after(position: AmountPosition | null): RawBuilder<boolean>;
  upTo(position: AmountPosition | null): RawBuilder<boolean>;
};

/** `micro` and `id` are the names of the columns. */
export function amountOrder(micro: string, id: string, isAscending: boolean): AmountOrder {
  const way = isAscending ? 'asc' : 'desc';
  const compare = (operator: string, position: AmountPosition | null): RawBuilder<boolean> =>
    position === null
      ? sql`true`
      : sql`(${sql.ref(micro)}, ${sql.ref(id)}) ${sql.raw(operator)} (${position.micro}::bigint, ${position.id}::bigint)`;
  return {
    way,
    by: sql`${sql.ref(micro)} ${sql.raw(way)}, ${sql.ref(id)} ${sql.raw(way)}`,
    after: (position) => compare(isAscending ? '>' : '<', position),
    upTo: (position) => compare(isAscending ? '<=' : '>=', position),
  };
}
