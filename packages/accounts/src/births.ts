import type { ImportForm, LineDoubt, LineFault } from '@portside/contract';
import type { Row } from './row-reader.ts';

/** In what order a day, a month and a year are written. */
export type DayOrder = NonNullable<NonNullable<ImportForm['born']>['order']>;

/** The places of the year, the month and the day. */
const PLACES: Record<DayOrder, readonly [number, number, number]> = {
  'day first': [2, 1, 0],
  'month first': [2, 0, 1],
  'year first': [0, 1, 2],
};
const ORDERS = Object.keys(PLACES) as DayOrder[];

/**
 * `part`: the first day of what is only a year or a month. `unclear`: several days. `orders`: those that make a day of
 * figures which may be in any.
 */
type ReadDay =
  | { readonly kind: 'day' | 'part'; readonly day: string; readonly orders: readonly DayOrder[] }
  | { readonly kind: 'unclear'; readonly orders: readonly DayOrder[] };

const LONGEST = 60;
/** Whatever has another sign in it is no day. */
const PLAIN = /^[\p{L}\p{N}\s./,:+\-="'()]+$/u;
/** A time of the day, and its zone: the day counts as it is written. */
const TIME =
  /(?:(?<=\d)t|(?<!\d))\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s*[ap]m)?(?:\s*(?:z|utc|gmt|[+-]\d{2}:?\d{2}))*/i;
/** What stands beside a day: the day of the week, `of`, `year`. */
const BESIDE = /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|of|de|г|года)$/iu;
const MONTHS = new Map(
  'jan янв,feb fev фев,mar мар,apr abr апр,may mai мая май,jun июн,jul июл,aug ago авг,sep set сен,oct out окт,nov ноя,dec dez дек'
    .split(',')
    .flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

/**
 * The day that a value says; null if it is none. Figures that may be several days are read in the given order, and a year
 * of two figures is of this century.
 */
export function readDay(value: string, order?: DayOrder): ReadDay | null {
  if (value.length > LONGEST || !PLAIN.test(value)) return null;
  const parts = value
    .replace(TIME, ' ')
    .replaceAll(/(?<=\d)(?:[年月日]|(?:st|nd|rd|th)\b)/gi, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '' && !BESIDE.test(part));
  if (parts.length === 1) return readFigures(parts[0]!);
  if (parts.length === 2) return readMonth(parts);
  if (parts.length !== 3) return null;
  const possible = ORDERS.filter((one) => isWritten(parts, one));
  const readings = possible.flatMap((one) => {
    const [year, month, day] = PLACES[one].map((place) => parts[place]!);
    const read = dayOf(yearOf(year!), monthOf(month!), Number(day));
    return read === null ? [] : [{ one, read }];
  });
  const orders = possible.length > 1 ? readings.map(({ one }) => one) : [];
  const wanted = readings.filter(({ one }) => possible.length === 1 || order === undefined || one === order);
  const days = new Set(wanted.map(({ read }) => read));
  if (days.size > 1) return { kind: 'unclear', orders };
  return days.size === 0 ? null : { kind: 'day', day: wanted[0]!.read, orders };
}

const YEAR = /^(?:19[789]|20\d)\d$/;
const FIGURES = /^\d{1,2}$/;

/** Whether the parts may be in that order, as they are written: only the year has four figures, only the month is a word. */
function isWritten(parts: readonly string[], order: DayOrder): boolean {
  const [year, month, day] = PLACES[order].map((place) => parts[place]!);
  return (
    (YEAR.test(year!) || /^\d\d$/.test(year!)) &&
    (FIGURES.test(month!) || !Number.isNaN(monthOf(month!))) &&
    FIGURES.test(day!)
  );
}

const yearOf = (part: string): number => (part.length === 2 ? 2_000 + Number(part) : Number(part));

const monthOf = (part: string): number =>
  FIGURES.test(part) ? Number(part) : (MONTHS.get(part.slice(0, 3).toLowerCase()) ?? Number.NaN);

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && day > 0;
  return isReal && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

/** A year, a day without signs between, or the seconds of a clock. */
function readFigures(part: string): ReadDay | null {
  if (YEAR.test(part)) return { kind: 'part', day: `${part}-01-01`, orders: [] };
  const [, year = '', month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(part) ?? [];
  const day = YEAR.test(year) ? dayOf(Number(year), Number(month), Number(date)) : null;
  if (day !== null) return { kind: 'day', day, orders: [] };
  const [, seconds] = /^(\d{10})(?:\d{3})?$/.exec(part) ?? [];
  if (seconds === undefined) return null;
  return { kind: 'day', day: new Date(Number(seconds) * 1_000).toISOString().slice(0, 10), orders: [] };
}

function readMonth(parts: readonly string[]): ReadDay | null {
  const year = parts.find((part) => YEAR.test(part));
  const month = parts.find((part) => part !== year);
  if (year === undefined || month === undefined) return null;
  const day = dayOf(Number(year), monthOf(month), 1);
  return day === null ? null : { kind: 'part', day, orders: [] };
}

/** The values of a row that may say its day, as its file's first row is shown. */
const cellsOf = ({ fields }: Row, text: string, separator: string): readonly string[] =>
  fields ?? text.split(separator);

/** What the rules of its import say of a row. */
type Checked = {
  readonly what: string;
  readonly text: string;
  readonly fault: LineFault | null;
  readonly doubts: readonly LineDoubt[];
  readonly born?: string;
};

/**
 * A line with the day from which its account ages, or with what is in doubt about that. Under another heading than the
 * first (`isMoved`) the column may be any. A line that is not sold anyway is not asked about.
 */
export function withBirth<Found extends Checked>(
  checked: Found,
  row: Row,
  { born, doubts = {} }: ImportForm,
  { separator, isMoved }: { readonly separator: string; readonly isMoved: boolean },
): Found {
  if (born === undefined || checked.what !== 'line' || checked.fault !== null) return checked;
  const read = isMoved ? null : readDay(cellsOf(row, checked.text, separator)[born.column] ?? '', born.order);
  if (read?.kind === 'day') return { ...checked, born: read.day };
  const doubt = read === null ? 'no date' : DOUBTS[read.kind];
  const isLifted = doubt !== 'unclear date' && doubts[doubt] === 'sell';
  return {
    ...checked,
    doubts: [...checked.doubts, doubt],
    fault: isLifted ? null : doubt,
    ...(isLifted && read?.kind === 'part' && { born: read.day }),
  };
}

const DOUBTS = { part: 'part date', unclear: 'unclear date' } as const satisfies Record<string, LineDoubt>;

/** How many accounts are born on a day; null: it is not said. */
export type Birth = { readonly day: string | null; readonly count: number };

/** What a file's column says of the age of its accounts. */
export class Births {
  readonly #separator: string;
  readonly #days = new Map<string | null, number>();
  readonly #orders = new Map<DayOrder, number>(ORDERS.map((order) => [order, 0]));
  /** Those by which unclear values are days. */
  readonly #asked = new Set<DayOrder>();

  constructor(separator: string) {
    this.#separator = separator;
  }

  add(
    row: Row,
    { fault, text, born }: Pick<Checked, 'fault' | 'text' | 'born'>,
    by: ImportForm['born'],
  ): void {
    if (fault === null) this.#days.set(born ?? null, (this.#days.get(born ?? null) ?? 0) + 1);
    if (by === undefined || by.order !== undefined) return;
    // The column's other days tell which order is meant.
    const read = readDay(cellsOf(row, text, this.#separator)[by.column] ?? '');
    for (const order of read?.orders ?? []) {
      this.#orders.set(order, this.#orders.get(order)! + 1);
      if (read!.kind === 'unclear') this.#asked.add(order);
    }
  }

  /** The orders to choose among, the one first by which most values are days. */
  orders(): DayOrder[] {
    const count = (order: DayOrder): number => this.#orders.get(order)!;
    return [...this.#asked].toSorted((one, other) => count(other) - count(one));
  }

  /** By day; those without one last. */
  found(): Birth[] {
    return Array.from(this.#days, ([day, count]) => ({ day, count })).toSorted((one, other) =>
      (one.day ?? '~') < (other.day ?? '~') ? -1 : 1,
    );
  }
}

/** The columns in which most of the first rows have a day. */
export function dayColumns(rows: readonly (readonly string[])[]): number[] {
  const width = Math.max(0, ...rows.map((fields) => fields.length));
  const isDay = (column: number) => rows.filter((fields) => readDay(fields[column] ?? '') !== null).length;
  return Array.from({ length: width }, (_, column) => column).filter(
    (column) => isDay(column) * 2 > rows.length,
  );
}
