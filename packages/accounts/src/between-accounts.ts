import type { LineFault } from '@portside/contract';
import { SignCounts, signsOf, type AccountForm } from './account-form.ts';
import { beginningOf } from './columns.ts';
import { isDeadWord, isNothing } from './damage.ts';
import { isPlain } from './invisible.ts';
import { LABELS } from './numbering.ts';
import type { Row } from './row-reader.ts';
import { copyOf, Tally } from './tally.ts';
import { isAddress } from './usual-lines.ts';

/** How long lines are that mail programs break, in characters, and what no line and the next word exceed together. */
const WIDTHS = [
  { least: 56, most: 80, reach: 72 },
  { least: 980, most: 1_000, reach: 990 },
];

const LONGEST_FULL = 1_000;

const LONGEST_HEADING = 40;
/** Longer ones are sentences. */
const MOST_WORDS = 4;
/** Signs that nobody puts round a login. */
const FRAMED = /^(?:[\p{P}\p{S}]{2}|[\p{P}\p{S}]\s|[[(【《<\p{So}])|[:：\])】》]\s*$/u;
/** Words, with figures such as `2FA`, `(50)` or `2019`. Logins have letters and figures together, or begin small. */
const WORDS =
  /^(?:[\p{Lu}\p{Lo}][\p{L}\p{M}'’]*|(?:19|20)\d\d)(?:[\s+&/,.()-]+(?:[\p{L}\p{M}'’]+|\d{1,4}\p{L}{0,3}))*$/u;
const SMALL_WORDS = /^\p{Ll}[\p{L}\p{M}'’ +&-]*$/u;
/** Counts accounts, says when they came, or that they are right: nothing that a buyer would miss. */
const NEUTRAL =
  /^(?!\s*(?:19|20)\d\d\s*$|.*\d{5})(?:[^\p{L}\p{Regional_Indicator}]|(?:accounts?|acc|logins?|no|nr|parts?|packs?|lists?|lots?|lotes?|groups?|batch(?:es)?|pages?|files?|tab|end|of|next|last|first|start|txt|csv|on|at|date|time|checked|added|uploaded|updated|new|fresh|valid|live|active|working|ok|good|luck|enjoy|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|аккаунт|часть|пачка|партия|список|лист|январ[ья]|феврал[ья]|марта?|апрел[ья]|ма[йя]|ию[нл][ья]|августа?|сентябр[ья]|октябр[ья]|ноябр[ья]|декабр[ья]|валид(?:ные)?|рабочие|активен|conta|parte|página)(?!\p{L})|正常|有效|账号|帐号|第?[一二三四五六七八九十]*[批页组份部]分?|第|[年月日号])+$/iu;
const CAMEL = /\p{Ll}\p{Lu}/u;
const LETTER = /\p{L}|\p{Regional_Indicator}/u;
const BEGINS_AS_ADDRESS = /^\s*[^\s@]+@[^\s@]+\.\w/;
const LINK = /@|:\/\/|\w\.\w{2}/;

/** So few show no pattern. */
const LEAST = 3;
/** Of fewer accounts, one short line behind a full one may be the rest of it. */
const FEW = 20;
const MANY = 0.3;
/** More lines may lack a value for another reason. */
const MANY_RESTS = 0.5;
/** Of so many accounts it is seen whether their logins are words. */
const SEEN = 200;

const isWords = (text: string): boolean =>
  text.length <= LONGEST_HEADING && WORDS.test(text) && !CAMEL.test(text);
/** `Banned accounts:`. */
const ACCOUNTS = /\s+(?:accounts?|accs?|аккаунты|contas)\P{L}*$/iu;
const saysDead = (text: string): boolean => isDeadWord(text.replace(ACCOUNTS, ''));
/** `# not banned`. */
const NEGATION = /^[^\p{L}]*(?:(?:not|never|no|не|без|não|nunca|sem)\s+|[未没无不非]有?)/iu;
const isNeutral = (text: string): boolean =>
  text.length <= LONGEST_HEADING &&
  (NEUTRAL.test(text) || (NEGATION.test(text) && isDeadWord(text.replace(NEGATION, ''))));

/**
 * Finds lines between accounts that are none, and may belong to them: what a mail program broke off, or a heading that
 * says something about all below it.
 */
export class BetweenAccounts {
  readonly #account: AccountForm;
  /** The line before; null where nothing of it can be on the next one. */
  #last: { readonly row: Row; readonly isAccount: boolean } | null = null;
  /** How many values an account has; of a table, how many cells. */
  #width = 0;
  #accounts = 0;
  /** Headings below which no account has come yet. */
  #pending: (Pick<Row, 'line' | 'text'> & {
    readonly kind: 'framed' | 'bare' | 'small';
    readonly isDead: boolean;
  })[] = [];
  #areBetween = false;
  #areDead = false;
  /** Whether logins are words too: a line of words may be one without its password. */
  #areLoginsWords = false;
  /** Whether all logins are addresses: no other word is one. */
  #areLoginsAddresses = true;
  /** Small letters begin logins too. */
  readonly #headings = { framed: new Tally(), bare: new Tally(), small: new Tally() };
  /** What would be whole together with the line before, and of it what follows a line of full width. */
  readonly #rests = new Tally();
  readonly #broken = new Tally();
  /** Of accounts that are one value: the longest, the shorter ones directly below one of that length, and all others. */
  #longest = 0;
  #below = new Tally();
  #shortest = Infinity;
  #elsewhere = 0;

  constructor(account: AccountForm) {
    this.#account = account;
  }

  addAccount(row: Row): void {
    if (row.fields === null && this.#account.columns.length < 2) this.#addSingle(row);
    // Broken within its first value, so that the rest is an account by itself.
    else if (this.#last?.isAccount === false && this.#isRest(row) && this.#isFull(row)) this.#broken.add(row);
    if (this.#accounts < SEEN) {
      const login = this.#valuesOf(row)[0]!.trim();
      this.#areLoginsWords ||= isWords(login);
      this.#areLoginsAddresses &&= login.includes('@');
    }
    for (const one of this.#pending) {
      this.#headings[one.kind].add(one);
      this.#areDead ||= one.isDead;
    }
    const areHeadings = this.#pending.some(({ kind }) => kind !== 'small' || this.#areLoginsAddresses);
    this.#areBetween ||= areHeadings && this.#accounts > 0;
    this.#pending = [];
    this.#accounts += 1;
    this.#width = row.fields?.length ?? this.#account.columns.length;
    this.#last = { row, isAccount: true };
  }

  /** A line that no answer makes an account. */
  addOther(row: Row, fault: LineFault): void {
    const isCut = fault === 'column missing';
    if (isCut || fault === 'ornament' || fault === 'sum') {
      const isRest = this.#isRest(row);
      if (isRest) this.#rests.add(row);
      if (isRest && this.#isFull(row)) this.#broken.add(row);
      else this.#keepHeading(row);
    }
    this.#last = isCut ? { row, isAccount: false } : null;
  }

  /** Whether a line would be whole together with the one before: a value is broken, or they are behind a separator. */
  #isRest(row: Row): boolean {
    if (this.#last?.row.line !== row.line - 1 || this.#width < 2 || isNeutral(row.text)) return false;
    const [before, own] = [this.#valuesOf(this.#last.row), this.#valuesOf(row)];
    return this.#last.isAccount ? own.length === 1 : before.length + own.length - 1 === this.#width;
  }

  #valuesOf = ({ fields, text }: Row): readonly string[] => fields ?? text.split(this.#account.separator);

  /** Whether the line before is as long as the lines of a mail are that goes on below. */
  #isFull({ text }: Row): boolean {
    const { isAccount, row } = this.#last!;
    const { length } = row.text;
    if (length > LONGEST_FULL || LABELS.has(beginningOf(text)) || isWords(text.trim())) return false;
    // Two accounts that lack a value.
    if (BEGINS_AS_ADDRESS.test(row.text) && BEGINS_AS_ADDRESS.test(text)) return false;
    // Thanks and notices have blanks or letters where accounts have none.
    if (isPlain(row.text) && !isPlain(text)) return false;
    const hadBlanks = /\s/.test(row.text);
    if (hadBlanks !== /\s/.test(text.trim()) && !(isAccount && hadBlanks)) return false;
    const next = length + 1 + text.trim().split(/\s/, 1)[0]!.length;
    return WIDTHS.some(({ least, most, reach }) => length >= least && length <= most && next > reach);
  }

  #addSingle(row: Row): void {
    const { length } = row.text;
    if (length > this.#longest) {
      this.#elsewhere = this.#accounts;
      this.#below = new Tally();
      this.#longest = length;
    } else if (length < this.#longest) {
      const isBelow = this.#last?.row.line === row.line - 1 && this.#last.row.text.length === this.#longest;
      if (isBelow) this.#below.add(row);
      else this.#elsewhere += 1;
      this.#shortest = Math.min(this.#shortest, length);
    }
  }

  /** Of the one value that a line has. */
  #keepHeading(row: Row): void {
    if (this.#pending.length >= LEAST) return;
    const { line, text, fields } = row;
    const { separator } = this.#account;
    const cells = this.#valuesOf(row).filter((cell) => cell.trim() !== '');
    const [cell = ''] = cells;
    const isLater = fields !== null && fields[0] !== cell;
    if (cells.length !== 1 || isLater || cell.trim().length > LONGEST_HEADING || LINK.test(cell)) return;
    const words = cell.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    if (LABELS.has(beginningOf(words)) || isNeutral(cell) || (words !== '' && isNothing(words))) return;
    // A separator behind a login is no sign of a heading.
    const shown = (fields ? cell : text.endsWith(separator) ? text.slice(0, -separator.length) : text).trim();
    const count = words.split(/\s+/).length;
    const isDead = saysDead(words);
    const areWords = (isWords(words) && count <= MOST_WORDS) || isDead;
    const isFramed = FRAMED.test(shown) ? LETTER.test(cell) : areWords && count === 2 && ACCOUNTS.test(words);
    const isSmall = SMALL_WORDS.test(words) && count <= MOST_WORDS;
    if (!isFramed && !areWords && !isSmall) return;
    this.#pending.push({ line, text, kind: isFramed ? 'framed' : areWords ? 'bare' : 'small', isDead });
  }

  found(): Tally | null {
    const found = new Tally();
    const isMany = this.#rests.count >= Math.max(LEAST, this.#accounts * MANY_RESTS);
    found.addAll(isMany ? this.#rests : this.#broken);
    if (this.#areBetween || this.#areDead) {
      const { framed, bare, small } = this.#headings;
      found.addAll(framed);
      // One word may be a login without its password.
      if ((bare.count > 1 && !this.#areLoginsWords) || this.#areDead) found.addAll(bare);
      if (small.count > 1 && this.#areLoginsAddresses) found.addAll(small);
    }
    if (this.#isBrokenSingle) found.addAll(this.#below);
    return found.count > 0 ? found : null;
  }

  /** Whether all that are shorter than the full width of a mail follow one of that width. */
  get #isBrokenSingle(): boolean {
    const { count } = this.#below;
    return (
      this.#elsewhere === 0 &&
      this.#accounts >= LEAST &&
      count >= (this.#accounts < FEW ? 1 : this.#accounts * MANY) &&
      this.#shortest < this.#longest * 0.75 &&
      WIDTHS.some(({ least, most }) => this.#longest >= least && this.#longest <= most)
    );
  }
}

/** An account has at most so many lines: the words of a wallet are 24. */
const MOST_LINES = 30;
/** A line of settings, as programs have them: `Address = 10.8.0.2`. */
const SETTING = /^\s*(\p{L}[\p{L}\p{N} .-]{1,30}?)\s+=\s+\S/u;

/** Counts the lines from one that begins an account up to the next. */
class Runs {
  #length = 0;
  #usual = 0;
  #count = 0;
  #isEven = true;

  add(isStart: boolean): void {
    if (isStart && this.#length > 0) {
      this.#usual ||= this.#length;
      this.#isEven &&= this.#length === this.#usual;
      this.#count += 1;
    }
    this.#length = isStart ? 1 : this.#length + 1;
  }

  /** Whether at least so many have the same number of lines, several each; a further one may be cut off. */
  areEven(least: number): boolean {
    const [usual, last] = [this.#usual, this.#length];
    const count = this.#count + (last === usual ? 1 : 0);
    return this.#isEven && usual > 1 && usual <= MOST_LINES && last <= usual && count >= least;
  }
}

/** So many lines tell whether kinds of them recur in one order. */
const MOST_TOLD = 2_000;
const MOST_IN_TURN = 6;
/** Lines that have all values of an account are two of it at most: its own, and those of its mailbox. */
const MOST_WHOLE_IN_TURN = 2;
/** How sure it is that they do, as a logarithm; kinds that are more by chance differ more. */
const SURE = 9;
/** And how much each line adds to that: of many lines, a little would do. */
const LEAST_A_LINE = 0.1;

/** Finds lines of several kinds by turns: a login, its password, the next login. */
export class Turns {
  readonly #tally = new Tally();
  readonly #turns: readonly (readonly SignCounts[])[];
  #areAddresses = true;

  constructor({ columns }: AccountForm) {
    const most = columns.length < 2 ? MOST_IN_TURN : MOST_WHOLE_IN_TURN;
    this.#turns = Array.from({ length: most - 1 }, (_, at) =>
      Array.from({ length: at + 2 }, () => new SignCounts()),
    );
  }

  add(row: Row, login: string): void {
    const { count } = this.#tally;
    if (count >= MOST_TOLD) return;
    const bits = signsOf(login);
    this.#areAddresses &&= BEGINS_AS_ADDRESS.test(login);
    for (const kinds of this.#turns) kinds[count % kinds.length]!.add(bits);
    this.#tally.add(row);
  }

  found(): Tally | null {
    // None of these is a password, and domains that are used by turns differ, too.
    if (this.#areAddresses) return null;
    const least = this.#tally.count * LEAST_A_LINE;
    const areTurns = (kinds: readonly SignCounts[]) =>
      SignCounts.gainOf(kinds) > Math.max(SURE + kinds.length, least);
    return this.#turns.some(areTurns) ? this.#tally : null;
  }
}

/** What is wrapped is at least so wide. */
const LEAST_WRAPPED = 32;

/** Finds lines that one text was wrapped into: of one width, but for the last one before a blank or another line. */
class Wrapped {
  #width = 0;
  #last = 0;
  #areWrapped = true;
  #shorter = 0;
  #wraps = 0;

  add(length: number, isStart: boolean): void {
    if (isStart) this.#end();
    else this.#addFull(this.#last);
    this.#last = length;
  }

  #addFull(length: number): void {
    this.#width ||= length;
    this.#areWrapped &&= length === this.#width;
    this.#wraps += 1;
  }

  #end(): void {
    if (this.#last === 0) return;
    this.#areWrapped &&= this.#width > 0 && this.#last <= this.#width;
    if (this.#last < this.#width) this.#shorter += 1;
    this.#last = 0;
  }

  found(): boolean {
    this.#end();
    return this.#areWrapped && this.#width >= LEAST_WRAPPED && this.#shorter > 0 && this.#wraps >= LEAST;
  }
}

/** Finds accounts over several lines, where each line would be one: an address above a password, a file of settings. */
export class Blocks {
  readonly #tally = new Tally();
  readonly #byAddress = new Runs();
  readonly #byBlank = new Runs();
  readonly #wrapped = new Wrapped();
  readonly #settings = new Tally();
  readonly #names = new Set<string>();
  #lastLine = 0;
  #firstLength = 0;
  #areOfOneLength = true;
  #isFramed = false;

  /** An account that is one value. */
  add(row: Row): void {
    const { line, text } = row;
    // Nothing but signs parts accounts, as blank lines do.
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    this.#tally.add(row);
    this.#byAddress.add(isAddress(text));
    const isStart = line !== this.#lastLine + 1;
    this.#byBlank.add(isStart);
    this.#wrapped.add(text.length, isStart);
    this.#lastLine = line;
    this.#firstLength ||= text.length;
    this.#areOfOneLength &&= text.length === this.#firstLength;
    const [, name] = text.includes('=') ? (SETTING.exec(text) ?? []) : [];
    if (name === undefined) return;
    this.#settings.add(row);
    if (this.#names.size < LEAST) this.#names.add(copyOf(name));
  }

  /** A line that is none: keys and certificates stand between such. */
  addOther({ text }: Row): void {
    this.#isFramed ||= /^-----BEGIN [A-Z ]+-----\s*$/.test(text);
  }

  found(): Tally | null {
    // Keys of one length may stand in groups.
    const areBlocks = this.#byBlank.areEven(LEAST) && !this.#areOfOneLength;
    if (areBlocks || this.#isFramed || this.#wrapped.found() || this.#byAddress.areEven(2))
      return this.#tally;
    return this.#names.size > 1 && this.#settings.count >= LEAST ? this.#settings : null;
  }
}
