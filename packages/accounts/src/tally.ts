import { productValue } from './columns.ts';
import type { ColumnValue, Detail, PreviewLine } from './findings.ts';
import type { Row } from './row-reader.ts';

const MOST_SAMPLES = 3;
const SAMPLE_CHARACTERS = 200;

/** Of the first of some rows, its values as they are shown. */
export const sampleOf = ([first = []]: readonly (readonly string[])[]): string[] =>
  first.map((value) => copyOf(value.slice(0, SAMPLE_CHARACTERS)));

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

  addAll({ count, liftable, samples }: Tally): void {
    this.count += count;
    this.liftable += liftable;
    const all = [...this.samples, ...samples].toSorted((one, other) => one.line - other.line);
    this.samples.splice(0, Infinity, ...all.slice(0, MOST_SAMPLES));
  }
}

/** So few show nothing, and so short values are of any length. */
const LEAST_LENGTHS = 5;
const SHORT = 16;
const END = 4;
const MOST_ENDS = 1_000;
const NEARLY_ALL = 0.95;

/** What is behind an address's name; null where a value is none. */
const hostOf = (value: string): string | null =>
  value.length > LONGEST_ADDRESS ? null : (/^[^\s@]+@([^\s@]*)$/.exec(value)?.[1]!.toLowerCase() ?? null);
const LONGEST_ADDRESS = 254;
const WHOLE_HOST = /\.\p{L}{2,}$/u;

/** How long values of one kind are, and how they end: codes, keys and cookies are of about one length. */
export class Lengths {
  #count = 0;
  #least = Infinity;
  #most = 0;
  readonly #ends = new Set<string>();
  #addresses = 0;
  readonly #hosts = new Set<string>();

  add(value: string): void {
    const { length } = value;
    if (this.#ends.size < MOST_ENDS) this.#ends.add(value.slice(-END));
    const host = hostOf(value);
    if (host !== null && WHOLE_HOST.test(host)) {
      this.#addresses += 1;
      if (this.#hosts.size < MOST_ENDS && !this.#hosts.has(host)) this.#hosts.add(copyOf(host));
    }
    this.#count += 1;
    this.#least = Math.min(this.#least, length);
    this.#most = Math.max(this.#most, length);
  }

  /**
   * Whether one is less than half of the shortest, or shorter than that by more than they differ. What ends as another
   * one is whole. Of an address its host tells, of JSON its brackets.
   */
  isCut(value: string): boolean {
    if (this.#count < LEAST_LENGTHS || /^\s*[[{]|^\d+$/.test(value)) return false;
    const host = hostOf(value);
    if (host !== null && this.#addresses >= this.#count * NEARLY_ALL) return this.#isPartOfHost(host);
    if (this.#least < SHORT || this.#ends.has(value.slice(-END))) return false;
    const [length, spread] = [value.length, this.#most - this.#least];
    return length * 2 < this.#least || length < this.#least - spread;
  }

  #isPartOfHost(host: string): boolean {
    // Of so many hosts nobody knows them all.
    if (this.#hosts.size >= MOST_ENDS || this.#hosts.has(host)) return false;
    return !WHOLE_HOST.test(host) || [...this.#hosts].some((known) => known.startsWith(host));
  }
}

const MOST_WIDTHS = 100;
const WIDTHS_NAMED = 5;

/** Numbers of values, by how many lines have them. */
export class Widths {
  readonly #counts = new Map<number, number>();

  get size(): number {
    return this.#counts.size;
  }

  add(width: number): void {
    if (this.#counts.has(width) || this.#counts.size < MOST_WIDTHS)
      this.#counts.set(width, (this.#counts.get(width) ?? 0) + 1);
  }

  /** The most frequent first. */
  details(): readonly Detail[] {
    return [...this.#counts]
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, WIDTHS_NAMED)
      .map(([width, count]) => ({ width, count }));
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

type Read = {
  readonly values: readonly string[];
  readonly text: string;
  readonly fault: PreviewLine['fault'];
};

export const previewOf = (row: Row, { text, values, fault }: Read): PreviewLine => ({
  line: row.line,
  values: values.map(copyOf),
  account: copyOf(text),
  fault,
});
