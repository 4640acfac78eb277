import { startBudget } from '../time-budget.ts';

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
export async function pageByAmount<Row, Position>(
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
