/** So many rows are sorted at once; of more, those with the least or the largest amounts are looked for. */
const MOST_SORTED = 20_000;
/** How many rows a page looks through, a stretch at a time: rows of near amounts lie scattered over the table. */
const STRETCHES = [500, 4_000, 20_000];

/** How a table is read by amount, one way or the other. A place is the last one that is passed over. */
export type AmountReading<Row, Place> = {
  /** False where every row of the table belongs to the list. */
  readonly isPart: boolean;
  /** Whether the index that leads to the list's rows soonest leads to no more than that. */
  isShort(most: number): Promise<boolean>;
  /** The list's next rows, found by that index and sorted here. */
  readSorted(past: Place | null, limit: number): Promise<Row[]>;
  /** The place behind the table's next `count` rows, whatever holds for them; null where there are fewer. */
  findEdge(past: Place | null, count: number): Promise<Place | null>;
  /** The list's next rows up to the edge, found by the index of amounts. */
  walk(past: Place | null, edge: Place | null, limit: number): Promise<Row[]>;
  placeOf(row: Row): Place;
};

/** Bounds other than the usual ones, for tests. */
export type AmountBounds = {
  readonly mostSorted?: number | undefined;
  readonly stretches?: readonly number[] | undefined;
};

/**
 * A page of a list by amount, in bounded time. Where the list is long and hardly any row of the table belongs to
 * it, the page may end before it is full and tell where to go on.
 */
export async function pageByAmount<Row, Place>(
  reading: AmountReading<Row, Place>,
  past: Place | null,
  limit: number,
  { mostSorted = MOST_SORTED, stretches = STRETCHES }: AmountBounds = {},
): Promise<{ rows: Row[]; next: Place | null }> {
  const cut = (rows: readonly Row[]) => {
    const shown = rows.slice(0, limit);
    return { rows: shown, next: rows.length > limit ? reading.placeOf(shown.at(-1)!) : null };
  };
  if (!reading.isPart) return cut(await reading.walk(past, null, limit + 1));
  if (await reading.isShort(mostSorted)) return cut(await reading.readSorted(past, limit + 1));
  const rows: Row[] = [];
  let place = past;
  for (const length of stretches) {
    const edge = await reading.findEdge(place, length);
    rows.push(...(await reading.walk(place, edge, limit + 1 - rows.length)));
    if (edge === null || rows.length > limit) return cut(rows);
    place = edge;
  }
  return { rows, next: place };
}
