import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/db.ts';
import { startBudget } from '../clock.ts';
import { refuse } from '../refusal.ts';

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
function searchByAmount<Row, Position>(
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

/** The most rows sorted at once; of a longer list only the smallest or largest amounts are looked for. */
const MAX_SORTED = 20_000;

/**
 * How many rows a page scans, window by window while there is time: rows of similar amounts lie scattered over the
 * table.
 */
const WINDOWS = [500, 4_000, 5_000, 5_000, 5_000, 5_000];

/** How a table is read by amount, in either direction. A position is the last row before what is read. */
type AmountReader<Row, Position> = {
  /** False where every row of the table belongs to the list. */
  readonly isFiltered: boolean;
  /** Whether the narrowest index that finds the list's rows finds at most that many. */
  isShort(most: number): Promise<boolean>;
  /** The list's next rows, found by that index and sorted afterwards. */
  readSorted(past: Position | null, limit: number): Promise<Row[]>;
  /**
   * The position after the table's next `count` rows, whether they belong to the list or not; null where there are
   * fewer.
   */
  findEdge(past: Position | null, count: number): Promise<Position | null>;
  /** The list's next rows up to the edge, found by the index of amounts. */
  scan(past: Position | null, edge: Position | null, limit: number): Promise<Row[]>;
  positionOf(row: Row): Position;
};

/** Limits other than the usual ones, for tests. */
export type AmountLimits = {
  readonly maxSorted?: number | undefined;
  readonly windows?: readonly number[] | undefined;
};

/**
 * A page of a list by amount, in bounded time. Where the list is long and hardly any row of the table belongs to
 * it, the page may end before it is full; `next` is then where to go on. Null at the end of the list.
 */
async function pageByAmount<Row, Position>(
  reader: AmountReader<Row, Position>,
  past: Position | null,
  limit: number,
  { maxSorted = MAX_SORTED, windows }: AmountLimits = {},
): Promise<{ rows: Row[]; next: Position | null }> {
  const cut = (rows: readonly Row[]) => {
    const shown = rows.slice(0, limit);
    return { rows: shown, next: rows.length > limit ? reader.positionOf(shown.at(-1)!) : null };
  };
  if (!reader.isFiltered) return cut(await reader.scan(past, null, limit + 1));
  if (await reader.isShort(maxSorted)) return cut(await reader.readSorted(past, limit + 1));
  const rows: Row[] = [];
  let position = past;
  const budget = startBudget(windows && Infinity);
  for (const window of windows ?? WINDOWS) {
    const edge = await reader.findEdge(position, window);
    rows.push(...(await reader.scan(position, edge, limit + 1 - rows.length)));
    if (edge === null || rows.length > limit) return cut(rows);
    position = edge;
    if (budget.isSpent()) break;
  }
  return { rows, next: position };
}

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

/** The position that a cursor names; null for the list's beginning. Refuses (invalidFormat) anything else. */
export function readAmountPosition(text: string | undefined): AmountPosition | null {
  if (text === undefined) return null;
  const [, micro, id] = /^(\d{1,18})\.(\d{1,18})$/.exec(text) ?? refuse('invalidFormat', 'cursor');
  return { micro: BigInt(micro!), id: BigInt(id!) };
}

export const writeAmountPosition = ({ micro, id }: AmountPosition): string => `${micro}.${id}`;

/**
 * Reads a page of a list. `next` is the position after the page, without the sort it belongs to; null at the end of the
 * list. `limits`: other than the usual ones, for tests.
 */
export type ReadPage<Filter, Row, Limits> = (
  db: Db,
  filter: Filter,
  limit: number,
  limits?: Limits,
) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>;

/** Reads pages of a list that is sorted by amount, from a position on. */
export const amountPageReader =
  <Filter, Row, Position>(
    listOf: (filter: Filter) => AmountList<Row, Position>,
    past: Position | null,
    write: (position: Position) => string,
  ): ReadPage<Filter, Row, AmountLimits> =>
  async (db, filter, limit, limits) => {
    const { rows, next } = await searchByAmount(db, listOf(filter), past, limit, limits);
    return { rows, next: next && write(next) };
  };
