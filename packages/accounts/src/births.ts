import type { ImportForm, LineDoubt, LineFault, Trait } from '@portside/contract';
import type { Birth, DayOrder } from './findings.ts';
import type { Row } from './row-reader.ts';
import { Tally } from './tally.ts';

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
const BESIDE = /^(?:(?:mon|tue|tues|wed|wednes|thu|thurs?|fri|sat|satur|sun)(?:day)?|of|de|г|года)$/iu;
/** Whole words and usual abbreviations: what only begins like one may be a name. */
const MONTHS = new Map(
  [
    'jan january janeiro enero ene januar янв январь января',
    'feb february fev fevereiro febrero februar фев февр февраль февраля',
    'mar march março marco marzo märz мар март марта',
    'apr april abr abril апр апрель апреля',
    'may mai maio mayo май мая',
    'jun june junho junio juni июн июнь июня',
    'jul july julho julio juli июл июль июля',
    'aug august ago agosto авг август августа',
    'sep sept september set setembro septiembre сен сент сентябрь сентября',
    'oct october out outubro octubre okt oktober окт октябрь октября',
    'nov november novembro noviembre ноя нояб ноябрь ноября',
    'dec december dez dezembro dezember dic diciembre дек декабрь декабря',
  ].flatMap((names, at) => names.split(' ').map((name) => [name, at + 1] as const)),
);

/** Nobody had an account before it. */
const EARLIEST = '1995-01-01';

type Limits = {
  /** A later day is none. */
  readonly today: string;
  /** In which figures that may be several days are read. */
  readonly order?: DayOrder | undefined;
};

/**
 * The day that a value says; null if it is none, or none of an account. A year of two figures is the last one that is not
 * after today. A time written out counts by its own day, whatever its zone; of the seconds of a clock it is that in UTC.
 */
export function readDay(value: string, { today, order }: Limits): ReadDay | null {
  if (value.length > LONGEST || !PLAIN.test(value)) return null;
  const parts = value
    .replace(TIME, ' ')
    .replaceAll(/(?<=\d)(?:[年月日]|(?:st|nd|rd|th)\b)/gi, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '' && !BESIDE.test(part));
  const isOfAccount = (day: string): boolean => day >= EARLIEST && day <= today;
  if (parts.length < 3) {
    const read = parts.length === 1 ? readFigures(parts[0]!) : parts.length === 2 ? readMonth(parts) : null;
    return read !== null && isOfAccount(read.day) ? { ...read, orders: [] } : null;
  }
  if (parts.length > 3) return null;
  const possible = ORDERS.filter((one) => isWritten(parts, one));
  const readings = possible.flatMap((one) => {
    const [year, month, day] = PLACES[one].map((place) => parts[place]!);
    const read = yearsOf(year!).flatMap((of) => dayOf(of, monthOf(month!), Number(day)) ?? []);
    const last = read.find(isOfAccount) ?? read[0];
    return last === undefined ? [] : [{ one, read: last }];
  });
  const orders = possible.length > 1 ? readings.map(({ one }) => one) : [];
  const wanted = readings.filter(({ one }) => possible.length === 1 || order === undefined || one === order);
  // In an order in which it would be no day of an account it may be meant all the same.
  if (!wanted.some(({ read }) => isOfAccount(read))) return null;
  if (new Set(wanted.map(({ read }) => read)).size > 1) return { kind: 'unclear', orders };
  return { kind: 'day', day: wanted[0]!.read, orders };
}

const YEAR = /^(?:19|20)\d\d$/;
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

const yearsOf = (part: string): number[] =>
  part.length === 2 ? [2_000 + Number(part), 1_900 + Number(part)] : [Number(part)];

const monthOf = (part: string): number =>
  FIGURES.test(part) ? Number(part) : (MONTHS.get(part.toLowerCase()) ?? Number.NaN);

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && day > 0;
  return isReal && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : null;
}

type ReadFigures = { readonly kind: 'day' | 'part'; readonly day: string };

/** A year, a day without signs between, or the seconds of a clock, since 2001: a number with a zero first is another. */
function readFigures(part: string): ReadFigures | null {
  if (YEAR.test(part)) return { kind: 'part', day: `${part}-01-01` };
  const [, year = '', month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(part) ?? [];
  const day = YEAR.test(year) ? dayOf(Number(year), Number(month), Number(date)) : null;
  if (day !== null) return { kind: 'day', day };
  const [, seconds] = /^([1-9]\d{9})(?:\d{3})?$/.exec(part) ?? [];
  if (seconds === undefined) return null;
  return { kind: 'day', day: new Date(Number(seconds) * 1_000).toISOString().slice(0, 10) };
}

function readMonth(parts: readonly string[]): ReadFigures | null {
  const year = parts.find((part) => YEAR.test(part));
  const month = parts.find((part) => part !== year);
  if (year === undefined || month === undefined) return null;
  const day = dayOf(Number(year), monthOf(month), 1);
  return day === null ? null : { kind: 'part', day };
}

/** What the rules of its import say of a row. */
type Checked = {
  readonly what: string;
  readonly fault: LineFault | null;
  readonly isUnfit: boolean;
  readonly lacks: Trait | null;
  readonly doubts: readonly LineDoubt[];
  readonly dated?: Dated;
};

/** What a line's column says of its day, read once. */
export type Dated = {
  readonly orders: readonly DayOrder[];
  readonly isUnclear: boolean;
  readonly doubt: LineDoubt | null;
  /** Whether that keeps it off sale. */
  readonly isOpen: boolean;
  /** From which its account ages; null where nothing says so. */
  readonly day: string | null;
};

type Dating = {
  /** The values of the line; under another heading than the first nobody knows which of them is the day. */
  readonly cells: () => readonly string[] | null;
  readonly today: string;
};

/** Of another kind than the beginning's lines, which alone keeps it off sale; where many are, nothing does. */
const isOnlyUnlike = ({ fault, lacks, isUnfit }: Checked): boolean =>
  fault === 'unlike' && lacks === 'one kind' && !isUnfit;

/**
 * A line with the day from which its account ages, or with what is in doubt about that. A line that is not sold anyway is
 * not asked about; of one that may yet be, it is kept apart (`dated`).
 */
export function withBirth<Found extends Checked>(checked: Found, form: ImportForm, dating: Dating): Found {
  if (form.born === undefined || checked.what !== 'line') return checked;
  if (checked.fault !== null && !isOnlyUnlike(checked)) return checked;
  const dated = dateOf(form, dating);
  if (checked.fault !== null) return { ...checked, dated };
  const { doubt, isOpen } = dated;
  const doubts = doubt === null ? checked.doubts : [...checked.doubts, doubt];
  return { ...checked, dated, doubts, fault: isOpen ? doubt : null };
}

function dateOf({ born, doubts = {} }: ImportForm, { cells, today }: Dating): Dated {
  const read = readDay(cells()?.[born!.column] ?? '', { today, order: born!.order });
  const isUnclear = read?.kind === 'unclear';
  const orders = born!.order === undefined ? (read?.orders ?? []) : [];
  const doubt = read === null ? 'no date' : DOUBTS[read.kind];
  const isOpen = isUnclear || (doubt !== null && doubts[doubt] !== 'sell');
  const day = isOpen || read === null ? null : read.day;
  return { orders, isUnclear, doubt, isOpen, day };
}

const DOUBTS = {
  day: null,
  part: 'part date',
  unclear: 'unclear date',
} as const satisfies Record<string, LineDoubt | null>;

/** What a file's column says of the age of its accounts. */
export class Births {
  readonly #days = new Map<string | null, number>();
  readonly #orders = new Map<DayOrder, number>();
  /** Those by which unclear values are days. */
  readonly #asked = new Set<DayOrder>();
  /** The lines that are asked about, answered or not. */
  readonly doubts = new Map<LineDoubt, Tally>();
  /** Of them, those that stay off sale. */
  open = 0;

  /** A line; one that is not sold for another reason is none of them. */
  add(row: Row, checked: Checked): void {
    const { fault, dated } = checked;
    if (fault === null || (isOnlyUnlike(checked) && !dated?.isOpen)) this.#count(dated?.day ?? null, 1);
    if (dated) this.#note(row, dated);
  }

  addAll(others: Births): void {
    for (const [day, count] of others.#days) this.#count(day, count);
    for (const [order, count] of others.#orders)
      this.#orders.set(order, (this.#orders.get(order) ?? 0) + count);
    for (const order of others.#asked) this.#asked.add(order);
  }

  #count(day: string | null, count: number): void {
    this.#days.set(day, (this.#days.get(day) ?? 0) + count);
  }

  #note(row: Row, { orders, isUnclear, doubt, isOpen }: Dated): void {
    // The column's other days tell which order is meant.
    for (const order of orders) {
      this.#orders.set(order, (this.#orders.get(order) ?? 0) + 1);
      if (isUnclear) this.#asked.add(order);
    }
    if (isOpen) this.open += 1;
    if (doubt === null) return;
    if (!this.doubts.has(doubt)) this.doubts.set(doubt, new Tally());
    this.doubts.get(doubt)!.add(row, true);
  }

  /** The orders to choose among, the one first by which most values are days. */
  orders(): DayOrder[] {
    const count = (order: DayOrder): number => this.#orders.get(order)!;
    return ORDERS.filter((order) => this.#asked.has(order)).toSorted(
      (one, other) => count(other) - count(one),
    );
  }

  /** By day; those without one last. */
  found(): Birth[] {
    return Array.from(this.#days, ([day, count]) => ({ day, count })).toSorted((one, other) =>
      (one.day ?? '~') < (other.day ?? '~') ? -1 : 1,
    );
  }
}

/** The columns in which most of the first lines have a day. */
export function dayColumns(lines: readonly (readonly string[])[], today: string): number[] {
  const width = Math.max(0, ...lines.map((cells) => cells.length));
  const isDay = (column: number) =>
    lines.filter((cells) => readDay(cells[column] ?? '', { today }) !== null).length;
  return Array.from({ length: width }, (_, column) => column).filter(
    (column) => isDay(column) * 2 > lines.length,
  );
}
