import { meaningOf, type Meaning } from './columns.ts';
import { isNothing } from './damage.ts';
import { columnsOf, type Detail } from './findings.ts';
import { startsAsJson } from './line-doubts.ts';
import type { Row } from './row-reader.ts';
import { copyOf, Tally } from './tally.ts';
import { isAddress, placesOf } from './usual-lines.ts';

const LINK = /^\s*\w+:\/\//;
const DAY = /^\s*\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?!\d)/;
const PHONE = /^\s*\+\d[\d\s()-]{6,}$/;
const isOther = (value: string): boolean => isAddress(value) || startsAsJson(value);

/**
 * What values of a column could be, as widely as suppliers write them. Not of `account` and `password`, which hold
 * anything, nor of names and remarks.
 */
const COULD_BE: Partial<Record<Meaning, (value: string) => boolean>> = {
  mail: (value) => value.includes('@'),
  'mail password': (value) => !isOther(value) && !LINK.test(value),
  // A secret, codes, or the link to either.
  code: (value) =>
    /(?:[\p{L}\p{N}].*){6}/u.test(value) && !isOther(value) && !DAY.test(value) && !PHONE.test(value),
  phone: (value) => /(?:\d.*){5}/.test(value) && !isOther(value) && !DAY.test(value),
  cookies: (value) => !isAddress(value) && !LINK.test(value),
  token: (value) => value.trim().length > 7 && !isOther(value) && !LINK.test(value) && !DAY.test(value),
  recovery: (value) => value.trim().length > 4 && !startsAsJson(value) && !DAY.test(value),
  port: (value) => /^\s*\d{1,5}\s*$/.test(value),
  country: (value) => /\p{L}/u.test(value) && !isOther(value) && !LINK.test(value) && !/\d{3}/.test(value),
  date: (value) => /\d/.test(value) && !isOther(value) && !LINK.test(value),
  sex: (value) => !/\d/.test(value) && !isOther(value),
  link: (value) => /[./]|^\s*\d+\s*$/.test(value) && !isOther(value) && !DAY.test(value),
};

/** So few show nothing. */
const LEAST = 3;
/** Of the lines, so many make one ask. */
const MANY = 0.3;
const LONGEST = 100;

type Column = {
  readonly at: number;
  readonly name: string;
  readonly couldBe: (value: string) => boolean;
  readonly odd: Tally;
  /** Some of the odd values: one and the same in many lines stands for none, as `no mail` does. */
  readonly values: Set<string>;
  fitting: number;
};

/** May be where somebody lives. */
const ANY_ADDRESS = /^\s*(?:адрес|adresse)\s*$/iu;

/**
 * Finds columns with values of another kind than their names say: the file has other columns than the product, or a part
 * of it has them in another order.
 */
export class OddColumns {
  readonly #columns: readonly Column[];

  constructor(names: readonly string[]) {
    const { login, password } = placesOf(names);
    this.#columns = names.flatMap((name, at) => {
      const couldBe = COULD_BE[meaningOf(name) ?? 'account'];
      if (!couldBe || at === login || at === password || ANY_ADDRESS.test(name)) return [];
      return { at, name, couldBe, odd: new Tally(), values: new Set<string>(), fitting: 0 };
    });
  }

  /** An account that would be sold. */
  add(row: Row, values: readonly string[]): void {
    for (const column of this.#columns) {
      const value = values[column.at] ?? '';
      if (isNothing(value)) continue;
      if (column.couldBe(value)) column.fitting += 1;
      else {
        column.odd.add(row);
        if (column.values.size < LEAST) column.values.add(copyOf(value.slice(0, LONGEST)));
      }
    }
  }

  get #odd(): readonly Column[] {
    return this.#columns.filter(({ odd: { count }, values, fitting }) =>
      fitting === 0 ? count >= LEAST : values.size >= LEAST && count > (count + fitting) * MANY,
    );
  }

  /** The lines of the column that has most of them; null where all columns have what they say. */
  found(): Tally | null {
    return this.#odd.map(({ odd }) => odd).toSorted((one, other) => other.count - one.count)[0] ?? null;
  }

  /** Those columns by name. */
  details(): readonly Detail[] {
    return columnsOf(this.#odd.map(({ name }) => name));
  }
}
