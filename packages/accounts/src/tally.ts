import { productValue } from './columns.ts';
import type { CheckedRow } from './check-row.ts';
import type { ColumnValue, PreviewLine } from './findings.ts';
import type { Row } from './row-reader.ts';

const MOST_SAMPLES = 3;
export const SAMPLE_CHARACTERS = 200;

/** What is counted of one kind. */
export class Tally {
  count = 0;
  /** Of them, those that an answer could make accounts. */
  liftable = 0;
  readonly samples: { line: number; text: string }[] = [];

  add({ line, text }: Pick<Row, 'line' | 'text'>, isLiftable = false): void {
    this.count += 1;
    if (isLiftable) this.liftable += 1;
    if (this.samples.length < MOST_SAMPLES)
      this.samples.push({ line, text: copyOf(text.slice(0, SAMPLE_CHARACTERS)) });
  }
}

/** So few show nothing, and so few not much where values are of many lengths. */
const LEAST_LENGTHS = 5;
const MANY_LENGTHS = 10;
const SHORT = 16;
const END = 4;
const MOST_ENDS = 1_000;

/** How long values of one kind are, and how they end: codes, keys and cookies are of about one length. */
export class Lengths {
  #count = 0;
  #least = Infinity;
  #most = 0;
  readonly #ends = new Set<string>();

  add(value: string): void {
    const { length } = value;
    if (this.#ends.size < MOST_ENDS) this.#ends.add(value.slice(-END));
    this.#count += 1;
    this.#least = Math.min(this.#least, length);
    this.#most = Math.max(this.#most, length);
  }

  /**
   * Whether one is shorter than all others; of a few long ones, by half or by more than they differ. What ends as one of them is whole; addresses and links end as few others do. Of JSON, its brackets tell.
   */
  isCut(value: string): boolean {
    if (this.#count < LEAST_LENGTHS || /^\s*[[{]/.test(value)) return false;
    if (this.#ends.has(value.slice(-END))) return false;
    if (this.#ends.size * 10 <= this.#count && /@|:\/\//.test(value)) return true;
    const { length } = value;
    if (this.#count >= MANY_LENGTHS) return length < this.#least;
    const spread = this.#most - this.#least;
    return this.#least >= SHORT && (length * 2 < this.#least || length < this.#least - spread);
  }
}

/** A slice would keep the whole chunk in memory. */
export const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string;

/** A column with more values, or longer ones, names no products; an import's form takes no more (`own_rows`). */
const MOST_VALUES = 200;
const LONGEST_VALUE = 60;
const MOST_COLUMNS = 100;

/** Counts what the rows of a table say in each of its columns. Memory does not grow with the table. */
export class ColumnValues {
  /** Null once a column cannot name products. */
  readonly #columns: (Map<string, number> | null)[] = [];
  #rows = 0;

  /** A row of lines of text has no columns. */
  add(row: Row): void {
    const width = Math.min(row.fields?.length ?? 0, MOST_COLUMNS);
    // Rows before, which were shorter, said nothing there.
    while (this.#columns.length < width)
      this.#columns.push(new Map(this.#rows > 0 ? [['', this.#rows]] : []));
    this.#rows += 1;
    for (const [column, values] of this.#columns.entries()) {
      if (values === null) continue;
      const value = productValue(row, column);
      const known = values.get(value);
      if (known !== undefined) values.set(value, known + 1);
      else if (values.size < MOST_VALUES && value.length <= LONGEST_VALUE) values.set(copyOf(value), 1);
      else this.#columns[column] = null;
    }
  }

  /** By column, the most frequent first. */
  found(): (readonly ColumnValue[] | null)[] {
    return this.#columns.map(
      (values) =>
        values &&
        Array.from(values, ([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count),
    );
  }
}

export const previewOf = (row: Row, { text, values, fault }: CheckedRow): PreviewLine => ({
  line: row.line,
  values: values.map(copyOf),
  account: copyOf(text),
  fault,
});
