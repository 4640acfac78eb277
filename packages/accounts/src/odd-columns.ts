import { SignCounts, signsOf } from './account-form.ts';
import { meaningOf, type Meaning } from './columns.ts';
import { isNothing } from './damage.ts';
import { columnsOf, type Detail } from './findings.ts';
import { startsAsJson } from './line-doubts.ts';
import type { Row } from './row-reader.ts';
import { copyOf, Tally } from './tally.ts';
import { isAddress, placesOf } from './usual-lines.ts';

const LINK = /^\s*\w+:\/\//;
const PHONE = /^\s*\+\d[\d\s()-]{6,}$/;
/** A day with its year: phone numbers and codes have figures and dashes too. */
const DAY =
  /^\s*(?:(?:19|20)\d\d([-./])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2(?:19|20)\d\d)(?:[T\s]\d{1,2}:.*)?\s*$/;
const AGENT = /^\s*Mozilla\/\d/;
/** By which a network counts its accounts, or a phone number: nobody has chosen it. */
const NUMBER = /^\s*(?:\d{13,}|\+\d{9,})\s*$/;
const OBJECTS = /^\s*(?:\[\s*)?\{/;
const isOther = (value: string): boolean => isAddress(value) || startsAsJson(value);
/** In whatever words suppliers say that there is none. */
const WITHOUT =
  /^\s*(?:no|not|without|off|false|без|нет|sem|não|kein|keine|sin|无|沒有|0|x|\?)(?![\p{L}\p{N}])/iu;

/**
 * What values of a column could be, as widely as suppliers write them. Not of `account`, which holds anything, nor of
 * names and remarks.
 */
const COULD_BE: Partial<Record<Meaning, (value: string) => boolean>> = {
  mail: (value) => value.includes('@'),
  'mail password': (value) => !isOther(value) && !LINK.test(value),
  // A secret, codes or a list of them, or the link to either.
  code: (value) =>
    /(?:[\p{L}\p{N}].*){6}/u.test(value) &&
    !NUMBER.test(value) &&
    !isAddress(value) &&
    !OBJECTS.test(value) &&
    !DAY.test(value) &&
    !PHONE.test(value),
  phone: (value) => /(?:\d.*){5}/.test(value) && !isOther(value) && !DAY.test(value),
  cookies: (value) => !isAddress(value) && !LINK.test(value) && !AGENT.test(value),
  agent: (value) => !isOther(value) && !LINK.test(value) && !DAY.test(value),
  // Tokens are longer, or have other signs.
  client: (value) => /^\s*[\w.-]{6,100}\s*$/.test(value),
  token: (value) =>
    value.trim().length > 7 && !isOther(value) && !LINK.test(value) && !DAY.test(value) && !PHONE.test(value),
  recovery: (value) => value.trim().length > 4 && !OBJECTS.test(value) && !DAY.test(value),
  port: (value) => /^\s*\d{1,5}\s*$/.test(value),
  // By its name, its flag or the beginning of its phone numbers.
  country: (value) =>
    /\p{L}|\p{Regional_Indicator}|^\s*\+\d{1,3}\s*$/u.test(value) &&
    !isOther(value) &&
    !LINK.test(value) &&
    !/\d{4}/.test(value),
  // Five figures are a day as spreadsheets count them.
  date: (value) => /\d/.test(value) && !/^\s*\d{5}\s*$/.test(value) && !isOther(value) && !LINK.test(value),
  // `1` and `2` in the exports of some networks.
  sex: (value) => (!/\d/.test(value) || /^\s*[0-2]\s*$/.test(value)) && !isOther(value),
  link: (value) => /[./@]|^\s*\d+\s*$/.test(value) && !isOther(value) && !DAY.test(value),
};

const SECRET = /^(?=.*[2-7])[A-Z2-7]{32,}$/;
const couldBePassword = (value: string): boolean =>
  !NUMBER.test(value) && !DAY.test(value) && !SECRET.test(value);

/** So few show nothing. */
const LEAST = 3;
/** Of the values, so many make one ask; of fewer addresses that are missing, lines are `unlike` the others. */
const MANY = 0.05;
const MANY_MAILS = 0.3;
const LONGEST = 100;

type Column = {
  readonly at: number;
  readonly name: string;
  readonly couldBe: (value: string) => boolean;
  readonly many: number;
  /** The lines with another value, and some of those values: one and the same in many lines stands for none. */
  readonly others: Tally;
  readonly values: Set<string>;
  fitting: number;
};

/** May be where somebody lives, and anything at all. */
const UNCLEAR = /^\s*(?:адрес|adresse|data)\s*$/iu;

/**
 * Finds columns with values of another kind than their names say: the file has other columns than the product, or a part
 * of it has them in another order.
 */
export class OddColumns {
  readonly #columns: readonly Column[];
  readonly #names: readonly string[];
  /** The places of the login and of the password. */
  readonly #keys: readonly number[];
  #turned: readonly TurnedColumns[] | null = null;

  constructor(names: readonly string[]) {
    const { login, password } = placesOf(names);
    this.#names = names;
    this.#keys = [login, password];
    this.#columns = names.flatMap((name, at) => {
      const meaning = meaningOf(name) ?? 'account';
      const couldBe = at === password ? couldBePassword : COULD_BE[meaning];
      if (!couldBe || UNCLEAR.test(name)) return [];
      const many = meaning === 'mail' ? MANY_MAILS : MANY;
      return { at, name, couldBe, many, others: new Tally(), values: new Set<string>(), fitting: 0 };
    });
  }

  /** An account that would be sold. */
  add(row: Row, values: readonly string[]): void {
    for (const column of this.#columns) {
      const value = values[column.at] ?? '';
      if (isNothing(value) || WITHOUT.test(value)) continue;
      if (column.couldBe(value)) column.fitting += 1;
      else {
        column.others.add(row);
        if (column.values.size < LEAST) column.values.add(copyOf(value.slice(0, LONGEST)));
      }
    }
    const bits = values.slice(0, MOST_TURNED).map(signsOf);
    this.#turned ??= this.#turnedOf(bits.map((_, at) => at));
    for (const turned of this.#turned) turned.add(row, values, bits);
  }

  /** Each two columns, and all of them by one place. */
  #turnedOf(places: readonly number[]): readonly TurnedColumns[] {
    // One password looks like another.
    const isPassword = (at: number) => meaningOf(this.#names[at] ?? '')?.endsWith('password') === true;
    const pairs = places.flatMap((one) =>
      places
        .slice(one + 1)
        .filter((other) => !isPassword(one) || !isPassword(other))
        .map((other) => new TurnedColumns([one, other], [other, one], this.#keys[0])),
    );
    if (places.length < 3) return pairs;
    const [back, on] = [places.at(-1)!, places[0]!];
    return [
      ...pairs,
      new TurnedColumns(places, [back, ...places.slice(0, -1)], this.#keys[0]),
      new TurnedColumns(places, [...places.slice(1), on], this.#keys[0]),
    ];
  }

  get #oddColumns(): readonly Column[] {
    return this.#columns.filter(({ at, others: { count }, values, fitting, many }) =>
      // Any login may be in the place of an address or of a phone number, and any figures are a password, where others fit.
      fitting === 0
        ? count >= LEAST
        : !this.#keys.includes(at) && values.size >= LEAST && count > (count + fitting) * many,
    );
  }

  get #turnedColumns(): readonly TurnedColumns[] {
    return this.#turned?.filter(({ tally }) => tally.count > 0) ?? [];
  }

  /** The lines of the column that has most of them; null where all columns have what they say. */
  found(): Tally | null {
    const tallies = [
      ...this.#oddColumns.map(({ others }) => others),
      ...this.#turnedColumns.map(({ tally }) => tally),
    ];
    return tallies.toSorted((one, other) => other.count - one.count)[0] ?? null;
  }

  /** Those columns by name. */
  details(): readonly Detail[] {
    const turned = this.#turnedColumns.flatMap(({ places }) => places);
    const odd = new Set([...this.#oddColumns.map(({ at }) => at), ...turned]);
    const names = [...odd].toSorted((one, other) => one - other);
    return columnsOf(names.map((at) => this.#names[at] ?? String(at + 1)));
  }
}

/** Of more columns, only the first ones are compared with each other. */
const MOST_TURNED = 8;
/** So few rows show nothing, and so many all. */
const LEAST_KNOWN = 10;
const MOST_KNOWN = 200;
/** How much more likely a row is with its values in other places, as a logarithm: to count at all, at most, and in all. */
const LEAST_GAIN = 1;
const MOST_GAIN = 4;
const SURE = 10;
/** How much less likely than those before a row may look with its values in other places, for each of them. */
const MOST_UNLIKE = 1.5;

/** Finds rows in which columns have each other's values, by what those of the rows before look like. */
class TurnedColumns {
  readonly places: readonly number[];
  readonly #from: readonly number[];
  /** Where the login is, and where it would be. */
  readonly #login: readonly [is: number, wouldBe: number] | null;
  readonly #kinds: readonly SignCounts[];
  #likeness = 0;
  #gain = 0;
  /** Rows since there was no sign of it. */
  #pending = new Tally();
  readonly tally = new Tally();

  /** `from`: where the values of these places would be. */
  constructor(places: readonly number[], from: readonly number[], login: number | undefined) {
    this.places = places;
    this.#from = from;
    const at = login === undefined ? -1 : places.indexOf(login);
    this.#login = at < 0 ? null : [places[at]!, from[at]!];
    this.#kinds = places.map(() => new SignCounts());
  }

  #likenessOf(bits: readonly number[], places: readonly number[]): number {
    let sum = 0;
    for (let at = 0; at < places.length; at += 1) sum += this.#kinds[at]!.likenessOf(bits[places[at]!]!);
    return sum;
  }

  add(row: Row, values: readonly string[], bits: readonly number[]): void {
    for (const at of this.places) if (!values[at]) return;
    const { rows } = this.#kinds[0]!;
    if (rows < LEAST_KNOWN) return this.#learn(bits);
    const gain = this.#gainOf(values, bits);
    if (gain < LEAST_GAIN && rows < MOST_KNOWN) this.#learn(bits);
    if (gain <= LEAST_GAIN && this.#gain === 0) return;
    this.#gain = Math.max(0, this.#gain + Math.max(-MOST_GAIN, Math.min(MOST_GAIN, gain)) - LEAST_GAIN);
    if (this.#gain === 0) this.#pending = new Tally();
    else if (gain > LEAST_GAIN) this.#pending.add(row);
    if (this.#gain < SURE) return;
    this.tally.addAll(this.#pending);
    this.#pending = new Tally();
    this.#gain = SURE;
  }

  #learn(bits: readonly number[]): void {
    for (const [index, kind] of this.#kinds.entries()) kind.add(bits[this.places[index]!]!);
    this.#likeness += this.#likenessOf(bits, this.places);
  }

  /** How much more likely the row is with its values in the other places. */
  #gainOf(values: readonly string[], bits: readonly number[]): number {
    let gain = 0;
    for (let at = 0; at < this.places.length; at += 1)
      gain += this.#kinds[at]!.preferenceOf(bits[this.#from[at]!]!, bits[this.places[at]!]!);
    if (gain <= 0) return gain;
    // Nobody has an address for a password.
    if (this.#login && isAddress(values[this.#login[0]]!) && !isAddress(values[this.#login[1]]!)) return 0;
    // Accounts of another kind than those before are like them in neither way.
    const usual = this.#likeness / this.#kinds[0]!.rows;
    return this.#likenessOf(bits, this.#from) > usual - MOST_UNLIKE * this.places.length ? gain : 0;
  }
}

/** Spreadsheets keep so many figures of a number, and write zeros for the rest. */
const KEPT_FIGURES = 15;
const LONG_NUMBER = /^\s*\d{16,30}\s*$/;
const NEARLY_ALL = 0.8;

/** Finds columns in which nearly all long numbers end in zeros from the sixteenth figure on. */
export class LongNumbers {
  /** `round`: the last figure that is kept is a zero as well. */
  readonly #columns: readonly { readonly lost: Tally; round: number; all: number; last: string }[];

  constructor(names: readonly string[]) {
    this.#columns = (names.length > 0 ? names : ['']).map(() => ({
      lost: new Tally(),
      round: 0,
      all: 0,
      last: '',
    }));
  }

  /** An account that would be sold. */
  add(row: Row, values: readonly string[]): void {
    for (const [at, column] of this.#columns.entries()) {
      const value = values[at] ?? '';
      if (value.length <= KEPT_FIGURES || !LONG_NUMBER.test(value) || value === column.last) continue;
      column.all += 1;
      column.last = copyOf(value);
      const number = value.trim();
      if (!/^0+$/.test(number.slice(KEPT_FIGURES))) continue;
      column.lost.add(row);
      if (number[KEPT_FIGURES - 1] === '0') column.round += 1;
    }
  }

  found(): Tally | null {
    // Prices and numbers that count by hundreds are round by nature.
    const found = this.#columns.find(
      ({ lost, round, all }) =>
        lost.count >= LEAST && lost.count >= all * NEARLY_ALL && round * 2 <= lost.count,
    );
    return found?.lost ?? null;
  }
}
