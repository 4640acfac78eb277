import { sql, type RawBuilder } from 'kysely';
import type { Db } from './db.ts';
import { pageByAmount, type AmountLimits } from './page-by-amount.ts';

/**
 * A list by amount over one table, described in SQL by its feature; all columns are prefixed with the alias. The list's
 * order must be unique, while rows may be equal by the index.
 */
export type AmountList<Row, Position> = {
  /** False where every row of the table belongs to the list. */
  readonly isFiltered: boolean;
  /** The longest list that is sorted as a whole, where it is another than usual. */
  readonly maxSorted?: number;
  readonly table: string;
  readonly alias: string;
  readonly order: {
    /** For `order by`. */
    readonly by: RawBuilder<unknown>;
    /** For `where`: rows after the position. */
    after(position: Position): RawBuilder<unknown>;
  };
  /** The order of the table's index of amounts. */
  readonly index: {
    readonly by: RawBuilder<unknown>;
    /** Rows after the position and after all that are equal to it by the index. */
    after(position: Position): RawBuilder<unknown>;
    /** Rows that the list can have by its range of amounts. */
    readonly within: RawBuilder<unknown>;
    /** What `toPosition` needs of the row at the edge of a window. */
    readonly columns: RawBuilder<unknown>;
    // oxlint-disable-next-line typescript/no-explicit-any -- the row that `columns` select
    toPosition(row: any): Position;
  };
  /** The rows that the narrowest index finds, `most` at least where there are as many; the conditions do not matter. */
  candidates(most: number): RawBuilder<unknown>;
  /** Id and the order's columns of the candidates that meet the conditions. */
  readonly matches: RawBuilder<unknown>;
  /** The rows with these ids, in the list's order. */
  load(db: Db, ids: RawBuilder<unknown>): Promise<Row[]>;
  /** The list's rows after the one position up to the other, by the index of amounts and no other. */
  scan(db: Db, window: AmountWindow<Position>, limit: number): Promise<Row[]>;
  positionOf(row: Row): Position;
};

export type AmountWindow<Position> = { readonly past: Position | null; readonly edge: Position | null };

/** A page of the list, in bounded time (see `pageByAmount`). */
export function searchByAmount<Row, Position>(
  db: Db,
  list: AmountList<Row, Position>,
  past: Position | null,
  limit: number,
  limits?: AmountLimits,
): Promise<{ rows: Row[]; next: Position | null }> {
  const reader = {
    isFiltered: list.isFiltered,
    isShort: (most: number) => hasAtMost(db, list, most),
    readSorted: (from: Position | null, wanted: number) => list.load(db, sortedIds(list, from, wanted)),
    findEdge: (from: Position | null, count: number) => findEdge(db, list, from, count),
    scan: (from: Position | null, edge: Position | null, wanted: number) =>
      list.scan(db, { past: from, edge }, wanted),
    positionOf: list.positionOf,
  };
  return pageByAmount(reader, past, limit, { maxSorted: list.maxSorted, ...limits });
}

type AnyList<Position> = Omit<AmountList<never, Position>, 'load' | 'scan' | 'positionOf'>;

async function hasAtMost<Position>(db: Db, list: AnyList<Position>, most: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${list.candidates(most + 1)} limit ${most + 1}) one`.execute(db);
  return rows[0]!.count <= most;
}

/** Materialized: otherwise the planner may walk through the whole table by amount. */
const sortedIds = <Position>(
  { alias, matches, order }: AnyList<Position>,
  past: Position | null,
  limit: number,
): RawBuilder<unknown> => sql`
  with own as materialized (${matches})
  select ${sql.ref(`${alias}.id`)} from own ${sql.ref(alias)}
  where ${past === null ? sql`true` : order.after(past)} order by ${order.by} limit ${limit}`;

async function findEdge<Position>(
  db: Db,
  { table, alias, index }: AnyList<Position>,
  past: Position | null,
  count: number,
): Promise<Position | null> {
  const { rows } = await sql`
    select ${index.columns} from ${sql.table(table)} ${sql.ref(alias)}
    where ${index.within} ${past === null ? sql`` : sql`and ${index.after(past)}`}
    order by ${index.by} offset ${count - 1} limit 1`.execute(db);
  return rows.length === 0 ? null : index.toPosition(rows[0]);
}
