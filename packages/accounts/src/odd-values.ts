import type { LineFault } from '@portside/contract';
import type { AccountForm } from './account-form.ts';
import { BetweenAccounts, Blocks, Turns } from './between-accounts.ts';
import { meaningOf, type Meaning } from './columns.ts';
import type { Detail, FindingKind } from './findings.ts';
import { isPlain } from './invisible.ts';
import { COOKIE_ROW, KEY, startsAsJson } from './line-doubts.ts';
import { LongNumbers, OddColumns } from './odd-columns.ts';
import type { Row } from './row-reader.ts';
import { copyOf, Tally } from './tally.ts';
import { ADDRESS, isAddress, placesOf, PLAIN } from './usual-lines.ts';

/** Separators that stand between values of many lists, in the order in which they are looked for. */
const SEPARATORS = /--{2,}|\|\||::| (?:[|/»→>–—-]|=>|->) | {2,}|[\t|;]/;
/** Whether there may be one: nearly all values have none. */
const MAY_SEPARATE = /[\t|;: ]|--/;
/** Logins hold no blanks, and do not begin with such signs; lists put them before their entries. */
const BEFORE_LOGINS = '*•·‣>~–—-\'’`"';
const IN_LOGINS = [' ', '=', ','];
/** Signs that lists put before a remark, and passwords hardly hold: all that is repeated behind them is none of these. */
const BEFORE_REMARKS = ['|', '\t', ';', '//', '--', '->', '=>', '~'];
/** Signs that passwords hold too: only words that are repeated behind them tell. */
const BEFORE_WORDS = ['/', '#', ',', '(', '[', '{', '<', '*'];
const SIGNS = [...BEFORE_REMARKS, ...BEFORE_WORDS];
const MAY_BE_BEHIND = /[|;,\t#/([{<*~]|--|[-=]>|[^ -~]/;
/** Nobody sees other blanks and characters of format, and they are asked about by themselves. */
const OTHER_SIGN = /[^\p{L}\p{N}\p{M}\p{Z}\p{Cf}\t -~]/u;
const WORD = /^\s*\p{L}{2,20}[)\]}>*]?\s*$/u;
/**
 * What is a value of its own wherever it stands behind such a sign: an address, a link, a phone number, a day, a sum of money,
 * a country, a secret or a key, a value with its name, JSON.
 */
const OWN_VALUE = new RegExp(
  [
    String.raw`[^\s@]+@[^\s@]+\.\p{L}{2,}`,
    String.raw`https?://\S+`,
    String.raw`\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?`,
    String.raw`\+\d{7,}`,
    String.raw`\d{1,4}[-./]\d{1,2}(?:[-./]\d{1,4})?`,
    String.raw`(?:[$€₽¥]\s?\d+|\d+[.,]\d{2})`,
    String.raw`\p{Lu}{2,3}`,
    String.raw`(?:[A-Z2-7]{16,}|(?:[A-Z2-7]{4} ){3,}[A-Z2-7]{4}|[\da-f]{32,}|[\da-f]{8}-[\da-f-]{20,}|ey[JK][\w-]+\.\S+)`,
    String.raw`\p{L}{2,}\s?[:=]\s?\S.*`,
    String.raw`[[{]["{].*`,
  ]
    .map((one) => `^${one}$`)
    .join('|'),
  'u',
);
/** What a link holds is escaped in it. */
const LINK = /^\s*\w+:\/\/\S+\s*$/;
const MOST_WORDS = 200;
/** Signs that such values hold by their nature. */
const OWN_SIGNS: Partial<Record<Meaning, string>> = { link: ':', proxy: ':@', agent: ':;,/ ', cookies: ';' };
const USER = String.raw`[^\s:@/]+:[^\s:@/]+@`;
const HOST = String.raw`(?:[\w.-]+|\[[\da-f:.]+\])`;
/** One of them, with nothing behind it: a second value or account would be sold inside. */
const OWN_SHAPES: Partial<Record<Meaning, RegExp>> = {
  link: new RegExp(String.raw`^\s*https?://(?:${USER})?${HOST}(?::\d{1,5})?(?:[/?#][^\s:]*)?\s*$`, 'iu'),
  proxy: new RegExp(
    String.raw`^\s*(?:\w{4,6}://)?(?:(?:${USER})?${HOST}:\d{1,5}/?|${HOST}:\d{1,5}:[^\s:@]+:[^\s:@]+)\s*$`,
    'iu',
  ),
  cookies: /^\s*[\w.-]+=[^;]*(?:;\s*[\w.-]+=[^;]*)*(?:;\s*)?$/u,
  agent:
    /^(?!.*Mozilla\/.*Mozilla\/)\s*[a-z][\w.-]*(?:\/[\w.+-]+)?(?: +(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]]*\]|rv:[\d.]+|[\w.-]+(?:\/[\w.+-]+)?))*\s*$/isu,
};

/** Values of such columns hold no separator. */
const ONE_WORD = new Set<Meaning>(
  'mail phone recovery code country date sex port client price id'.split(' ') as Meaning[],
);

/** Counts the values that hold one sign, and of them those behind whose sign is something of its own. */
class Behind {
  count = 0;
  readonly tally = new Tally();
  readonly #isRare: boolean;
  /** What was behind it, with the first line that has it. */
  readonly #known = new Map<string, Pick<Row, 'line' | 'text'> | null>();

  constructor(isRare: boolean) {
    this.#isRare = isRare;
  }

  add({ line, text }: Pick<Row, 'line' | 'text'>, [value, ...pieces]: readonly string[]): void {
    this.count += 1;
    // A password may begin with a sign.
    if (value === '') return;
    const behind = pieces.find((piece) => (this.#isRare ? /..|[^ -~]/.test(piece.trim()) : WORD.test(piece)));
    const first = behind === undefined ? undefined : this.#known.get(behind);
    if (first) this.tally.add(first);
    const isOwn = this.#isRare && pieces.some((piece) => OWN_VALUE.test(piece.trim()));
    if (first !== undefined || isOwn) this.tally.add({ line, text });
    if (behind === undefined || (first === undefined && this.#known.size >= MOST_WORDS)) return;
    const sample = { line, text: copyOf(text.slice(0, LONGEST_LOGIN)) };
    this.#known.set(copyOf(behind), first === undefined && !isOwn ? sample : null);
  }

  /** Signs of passwords have anything behind them. */
  get isRemark(): boolean {
    return this.tally.count > 0 && this.tally.count * 2 >= this.count;
  }
}

/** Signs that lists put behind their entries. */
const ENDS = /[,;)\]}"'`\\]$/;
/** Of the lines, so many make one ask: passwords hold signs too. */
const MANY = 0.3;
const NEARLY_ALL = 0.95;

/** What shows whether logins are repeated. */
const MOST_LOGINS = 2_000;
const LONGEST_LOGIN = 100;
const LEAST_REPEATED = 3;
const HOSTS = new Set<Meaning | null>(['host', 'port', 'proxy']);

/** By which lines are whole that lack a value by the file's own. */
const OTHERS = [':', '|', ';', ',', '\t', '----', / {2,}/, /[—–-]{2,}/];
/** Of all lines, so many make one ask whether a file has two separators. */
const MIXED = 0.1;
const LONGEST_MIXED = 4_000;

/** What only many lines together tell about their values; counted line by line. */
export class OddValues {
  readonly columns: OddColumns;
  readonly #between: BetweenAccounts;
  readonly #numbers: LongNumbers;
  readonly #blocks = new Blocks();
  readonly #turns: Turns;
  readonly #account: AccountForm;
  /** The places of plain values, of the login and of the password. */
  readonly #plain: readonly number[];
  readonly #login: number;
  readonly #password: number;
  /** Where an account is, as far as it says so. */
  readonly #hosts: readonly number[];
  /** How the last value looks if it holds the separator by its nature. */
  readonly #ownShape: RegExp | null;
  /** Of a separator that repeats one sign: `----`. */
  readonly #sign: string | null;
  readonly #separators = new Map<string, Tally>();
  readonly #behind = new Map<string, Behind>();
  readonly #runs = new Tally();
  /** Passwords with that sign elsewhere: where it is usual, they begin with it too. */
  #signsWithin = 0;
  readonly #swapped = new Tally();
  readonly #repeated = new Tally();
  readonly #cookies = new Tally();
  readonly #cookieNames = new Set<string>();
  readonly #logins = new Set<string>();
  readonly #accounts = new Set<string>();
  #lines = 0;
  #missing = 0;
  readonly #mixed = new Map<string, Tally>();
  #hasSurplus = false;
  #surplus = 0;
  #hasJsonBehind = false;

  constructor(account: AccountForm) {
    this.#account = account;
    this.columns = new OddColumns(account.columns);
    this.#between = new BetweenAccounts(account);
    this.#turns = new Turns(account);
    this.#numbers = new LongNumbers(account.columns);
    const meanings = account.columns.map(meaningOf);
    const all = meanings.map((meaning, at) => (PLAIN.has(meaning) ? at : -1)).filter((at) => at >= 0);
    this.#plain = all.length > 0 ? all : [0, 1].filter((at) => (meanings[at] ?? null) === null);
    const last = meanings.at(-1) ?? 'account';
    const takesSeparator = OWN_SIGNS[last]?.includes(account.separator) === true;
    this.#ownShape = takesSeparator ? OWN_SHAPES[last]! : null;
    ({ login: this.#login, password: this.#password } = placesOf(account.columns));
    // A link before the login is the site that it is for.
    const isHost = (meaning: Meaning | null, at: number) =>
      HOSTS.has(meaning) || (meaning === 'link' && at < this.#login);
    this.#hosts = meanings.flatMap((meaning, at) => (isHost(meaning, at) ? at : []));
    const { separator } = account;
    const sign = separator[0]!;
    this.#sign = separator.length > 1 && separator === sign.repeat(separator.length) ? sign : null;
  }

  /** An account that would be sold. */
  add(row: Row, values: readonly string[]): void {
    this.#lines += 1;
    this.columns.add(row, values);
    this.#between.addAccount(row);
    this.#numbers.add(row, values);
    this.#turns.add(row, values[Math.max(0, this.#login)] ?? '');
    if (values.length === 1) this.#addSingle(row);
    for (const at of this.#plain) {
      if (at !== this.#login) this.#addBehind(row, values[at] ?? '');
      const value = values[at] ?? '';
      const found = startsAsJson(value) || LINK.test(value) ? null : this.#separatorIn(value, at);
      if (found === null) continue;
      let tally = this.#separators.get(found);
      if (!tally) this.#separators.set(found, (tally = new Tally()));
      tally.add(row);
      break;
    }
    if (this.#sign !== null && row.fields === null) this.#addRun(row, values, this.#sign);
    const [login, password = ''] = [values[this.#login], values[this.#password]];
    if (login === undefined) return;
    if (isAddress(password) && !isAddress(login)) this.#swapped.add(row);
    this.#addLogin(row, values);
  }

  /** A browser's file of cookies has one on each line, and an account has several. */
  #addSingle(row: Row): void {
    const { columns, separator } = this.#account;
    const isWhole = columns.length === 1 || (columns.length === 0 && !row.text.includes(separator));
    if (isWhole && row.fields === null) this.#blocks.add(row);
    const name = COOKIE_ROW.exec(row.text)?.[1];
    if (name === undefined) return;
    this.#cookies.add(row);
    if (this.#cookieNames.size < LEAST_REPEATED) this.#cookieNames.add(copyOf(name));
  }

  /** `ana-----Pw1`: the fifth sign may be either value's, or nobody's. */
  #addRun(row: Row, values: readonly string[], sign: string): void {
    const later = this.#plain.filter((at) => at > 0).map((at) => values[at] ?? '');
    if (later.some((value) => value.startsWith(sign))) this.#runs.add(row);
    else if (values[this.#password]?.includes(sign)) this.#signsWithin += 1;
  }

  #addBehind(row: Row, value: string): void {
    if (!MAY_BE_BEHIND.test(value) || LINK.test(value)) return;
    for (const sign of SIGNS)
      if (value.includes(sign) && sign !== this.#account.separator)
        this.#behindOf(sign).add(row, value.split(sign));
    const [other] = isPlain(value) ? [] : (OTHER_SIGN.exec(value) ?? []);
    // A tick or a cross says something without a word.
    if (other !== undefined) this.#behindOf(other).add(row, [value.split(other)[0]!, other + other]);
  }

  #behindOf(sign: string): Behind {
    let behind = this.#behind.get(sign);
    if (!behind) this.#behind.set(sign, (behind = new Behind(!BEFORE_WORDS.includes(sign))));
    return behind;
  }

  /** Of the first lines: whether one login has several passwords. */
  #addLogin(row: Row, values: readonly string[]): void {
    if (this.#accounts.size >= MOST_LOGINS || values.length < 2) return;
    const account = copyOf(values.join('\n').slice(0, LONGEST_LOGIN));
    if (this.#accounts.has(account)) return;
    this.#accounts.add(account);
    // One login is on many hosts.
    const own = values.filter((_, at) => at === this.#login || this.#hosts.includes(at));
    const name = copyOf(own.join('\n').slice(0, LONGEST_LOGIN));
    if (this.#logins.has(name)) this.#repeated.add(row);
    else this.#logins.add(name);
  }

  /** What may end a value: a separator in it, a sign at its end, or in a password a blank. */
  #separatorIn(value: string, at: number): string | null {
    const { columns } = this.#account;
    if (columns.length === 1 && KEY.test(columns[0]!.trim())) {
      // Groups of one key are of one length.
      const [first = '', ...others] = value.trim().split(/[\s,]+/);
      if (others.some(({ length }) => length !== first.length)) return value.includes(',') ? ',' : ' ';
    }
    if (at === this.#login && columns.length > 1) {
      const first = value.charAt(0);
      if (first !== '' && BEFORE_LOGINS.includes(first)) return first;
      const sign = IN_LOGINS.find((one) => value.includes(one));
      if (sign !== undefined && sign !== this.#account.separator) return sign;
    }
    if (MAY_SEPARATE.test(value)) {
      const [found] = SEPARATORS.exec(value) ?? [];
      if (found !== undefined && found !== this.#account.separator) return found;
      if (at === this.#password && /\S \S/.test(value)) return ' ';
    }
    const end = ENDS.exec(value)?.[0];
    return end === undefined || end === this.#account.separator ? null : end;
  }

  /** A line that no answer makes an account. */
  addOther(row: Row, fault: LineFault): void {
    this.#between.addOther(row, fault);
    this.#blocks.addOther(row);
    if (fault === 'column missing') this.#addMissing(row);
  }

  #addMissing(row: Row): void {
    this.#missing += 1;
    const { separator, columns } = this.#account;
    if (columns.length < 2 || row.text.length > LONGEST_MIXED) return;
    const found = OTHERS.find((one) => {
      const values = row.text.split(one);
      // Dashes and blanks may be those of the separator.
      if (one === separator || (typeof one !== 'string' && row.text.includes(separator))) return false;
      return values.length === columns.length && values.every((value) => value.trim());
    });
    if (found === undefined) return;
    let tally = this.#mixed.get(String(found));
    if (!tally) this.#mixed.set(String(found), (tally = new Tally()));
    tally.add(row);
  }

  /** A line with more values than columns, which the last column takes. */
  addSurplus(row: Row): void {
    if (this.#hasJsonBehind) return;
    const { text } = row;
    const { separator, columns } = this.#account;
    const values = text.split(separator);
    const last = columns.length - 1;
    if (this.#ownShape?.test(values.slice(last).join(separator))) return;
    // Of an address of IPv6, the first part is no host.
    const meaning = meaningOf(columns[last] ?? '');
    this.#hasSurplus ||=
      this.#ownShape !== null ||
      meaning === 'agent' ||
      (meaning !== null && ONE_WORD.has(meaning)) ||
      this.#hosts.some((at) => /^[\da-f]{0,4}$/i.test(values[at]!));
    // Cookies behind a password: the product has no column for them.
    this.#hasJsonBehind = values.slice(last + 1).some((value) => value.length > 1 && startsAsJson(value));
    // Several accounts on a line: the second one's address is in the first one's password.
    const hasAddress = this.#plain.includes(last) && ADDRESS.test(values.slice(last).join(separator));
    this.#surplus += 1;
    if (this.#plain.includes(last)) this.#behindOf(separator).add(row, values.slice(last));
    // A password does not begin with a tab.
    const isPadded = separator.trim() === '' && values.includes('');
    this.#hasSurplus ||= this.#hasJsonBehind || values.at(-1)!.trim() === '' || hasAddress || isPadded;
  }

  /** Whether what the last column takes looks like a value of its own, or like an empty one. */
  get hasSurplus(): boolean {
    const isRemark = this.#behind.get(this.#account.separator)?.isRemark === true;
    return this.#hasSurplus || isRemark || (this.#surplus > 2 && this.#surplus >= this.#lines * MANY);
  }

  /** Whether more values than columns are one by their nature, as `http://…` is. */
  get takesSeparator(): boolean {
    return this.#ownShape !== null && this.#surplus === 0;
  }

  /** Whether JSON stands behind the last column's value, which is no part of it. */
  get hasJsonBehind(): boolean {
    return this.#hasJsonBehind;
  }

  /** The separators that many values hold. */
  separators(): Detail[] {
    const many = this.#many().map(([separator, { count }]) => ({ separator, count }));
    const run = { separator: `${this.#account.separator}${this.#sign}`, count: this.#runs.count };
    return this.#hasOddRuns ? [...many, run] : many;
  }

  get #hasOddRuns(): boolean {
    return this.#runs.count > this.#signsWithin;
  }

  found(): [FindingKind, Tally][] {
    const found: [FindingKind, Tally][] = [];
    const separators = this.#many()[0]?.[1] ?? (this.#hasOddRuns ? this.#runs : undefined);
    if (separators !== undefined) found.push(['other separator', separators]);
    const [mixed] = [...this.#mixed.values()].toSorted((one, other) => other.count - one.count);
    // Most of all lines are asked about anyway.
    const all = this.#lines + this.#missing;
    const areMost = this.#missing * 2 > all;
    const isMixed = mixed && mixed.count > 1 && mixed.count >= all * MIXED;
    const between = areMost || isMixed ? null : this.#between.found();
    if (isMixed && !areMost) found.push(['mixed separators', mixed]);
    if (between) found.push(['between accounts', between]);
    if (this.#isMany(this.#swapped)) found.push(['swapped', this.#swapped]);
    const otherValues = this.columns.found();
    if (otherValues) found.push(['other values', otherValues]);
    const lost = this.#numbers.found();
    if (lost) found.push(['lost figures', lost]);
    const blocks = this.#cookieNames.size > 1 ? this.#cookies : (this.#blocks.found() ?? this.#turns.found());
    if (blocks) found.push(['repeated logins', blocks]);
    if (this.#repeated.count >= Math.max(LEAST_REPEATED, this.#logins.size))
      found.push(['repeated logins', this.#repeated]);
    return found;
  }

  #many(): [string, Tally][] {
    const all = [...this.#separators].toSorted(([, one], [, other]) => other.count - one.count);
    // Notes stand behind values in several ways: `Pw (US)`, `Pw - US`.
    const notes = all.filter(([separator]) => /\s/.test(separator));
    const count = notes.reduce((sum, [, tally]) => sum + tally.count, 0);
    const areMany = count > 1 && count >= this.#lines * MANY;
    // Where nobody has named columns, what all lines hold is of their form.
    const isForm = ({ count: found }: Tally) =>
      this.#account.columns.length === 0 && found >= this.#lines * NEARLY_ALL;
    const many = all.filter(
      (one) => !isForm(one[1]) && (this.#isMany(one[1]) || (areMany && notes.includes(one))),
    );
    const known = new Set([this.#account.separator, ...many.map(([separator]) => separator)]);
    const few = [...this.#behind].filter(([sign, { isRemark }]) => isRemark && !known.has(sign));
    return [...many, ...few.map(([sign, { tally }]): [string, Tally] => [sign, tally])];
  }

  #isMany({ count }: Tally): boolean {
    return count > 1 && count >= this.#lines * MANY;
  }
}
