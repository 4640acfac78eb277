import type { ImportForm, Trait } from '@portside/contract';
import type { AccountForm } from './account-form.ts';
import { meaningOf, type Meaning } from './columns.ts';
import { isNothing } from './damage.ts';
import { dropInvisible, invisibleOf, isPlain } from './invisible.ts';
import { isCountedUp, LABELS } from './numbering.ts';

export const ADDRESS = /(?<![^\s@:;,|<>])[^\s@:;,|<>]+@[^\s@:;,|<>]+\.\p{L}{2,}/u;
const WHOLE = /^\s*[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}\s*$/u;

export const isAddress = (value: string): boolean => value.includes('@') && WHOLE.test(value);

/** Values of these columns are one word; cookies and links hold any sign. */
export const PLAIN = new Set<Meaning | null>([
  'account',
  'password',
  'mail',
  'mail password',
  'phone',
  'code',
]);
const LOGINS = new Set<Meaning | null>(['account', 'phone', 'mail']);

/** Which values of an account are its login and its password; -1 where its columns are others. */
export function placesOf(columns: readonly string[]): { readonly login: number; readonly password: number } {
  const meanings = columns.map(meaningOf);
  const login = meanings.findIndex((meaning) => LOGINS.has(meaning));
  return {
    login: login >= 0 || (meanings[0] ?? null) !== null ? login : 0,
    password: meanings.indexOf('password'),
  };
}

/** What separates values of other lists, and what looks like a colon, a bar or a dash. */
const SEPARATES = /^@|[\s|;,:=：﹕∶ː｜│┃；，—–―─━－]|--/u;
/** In accounts that are one value: tokens hold the others. */
const SEPARATES_SINGLE = /^@|[\s|;,：﹕∶ː｜│┃；，—–―━－]/u;
/** A word of other letters, as a label is: logins have a figure or a sign. */
const isOtherWord = (login: string): boolean => WORDS.test(login) && OTHER_LETTER.test(login);
const WORDS = /^[\p{L}\p{M}\s№]*$/u;
const OTHER_LETTER = /[^\P{L}\p{Script=Latin}]/u;
/** Latin letters and Cyrillic ones that nobody can tell from them. */
const LOOK_ALIKE = /^(?=.*[a-z])(?=.*[асеорхуіѕј])[^бвгдёжзийклмнптфцчшщъыьэюя]*$/i;

/** A line of a file's beginning: as it is, in a file of lines, and its values. */
type Sampled = { readonly line: string | null; readonly values: readonly string[] };

/** Enough to say what logins are not. */
const MANY = 20;
/** Of so few lines nothing is usual. */
const LEAST = 3;

/** What nearly all of these lines have in common, as a form has it. */
export function usualOf(
  lines: readonly Sampled[],
  account: AccountForm,
): Pick<ImportForm, 'usual' | 'usual_line' | 'usual_kinds' | 'is_counted'> {
  if (account.columns.length < 2) return usualLineOf(lines, account);
  const known = new UsualLines(TRAITS, account);
  const usual_kinds = kindsOf(lines, account);
  const hasKinds = usual_kinds.some((kind) => Object.keys(kind).length > 0);
  const few = Math.min(MOST_OF_FEW, lines.length / 3);
  const traits = TRAITS.filter((trait) => {
    if (trait === 'one kind') return hasKinds;
    if (trait === 'filled' && areMerged(lines, account)) return true;
    const others = lines.filter((line) => known.lacks(trait, line.line, line.values)).length;
    if (trait === 'address login' && known.countLogins(lines, isAddress) < lines.length * 0.8) return false;
    // Where some logins are words, any word may be one.
    if (
      trait === 'no label' &&
      (lines.length < MANY || known.countLogins(lines, isWord) > Math.max(1, lines.length * 0.02))
    )
      return false;
    if (trait === 'no names' && mayBeWords(lines)) return false;
    if (trait === 'long values' && lines.length < MANY / 2) return lines.length > LEAST + 1 && others <= few;
    if (trait === 'no names' || trait === 'long values' || trait === 'address login')
      return lines.length >= MANY / 2 && others <= Math.max(lines.length * SHARES[trait], 1);
    return lines.length >= LEAST && others <= Math.max(lines.length * SHARES[trait], few);
  });
  return {
    ...(traits.length > 0 && { usual: traits }),
    ...(hasKinds && { usual_kinds }),
    ...countedOf(lines, account),
  };
}

/** Whether a column has a value in the first line and some others, never in two running, as merged cells leave it. */
const areMerged = (lines: readonly Sampled[], { columns }: AccountForm): boolean =>
  lines.length >= MANY / 2 &&
  columns.some((_, column) => {
    const filled = lines.flatMap(({ values }, at) => (values[column] ? at : []));
    const isApart = filled.every((at, index) => at !== filled[index - 1]! + 1);
    return column > 1 && filled[0] === 0 && isApart && filled.length > 1 && filled.length * 3 <= lines.length;
  });

function countedOf(
  lines: readonly Sampled[],
  { separator, columns }: AccountForm,
): Pick<ImportForm, 'is_counted'> {
  const texts = lines.flatMap(({ line }) => line ?? []);
  return isCountedUp(texts, separator, columns.length) ? { is_counted: true } : {};
}

type Kind = NonNullable<ImportForm['usual_kinds']>[number];

/** What values look like whose columns are called so. Others vary by nature: a contact may be an address or a number. */
const KINDS: Partial<Record<NonNullable<Kind['kind']>, RegExp>> = {
  link: /^\w+:\/\/\S/,
  cookies: /^(?:[[{]|[\w.-]+=[^;]*;)/,
  code: /^(?:[a-z2-7]{16,}=*|(?:[a-z2-7]{4}[\s-]){3,}[a-z2-7]{4})$/i,
  long: /^[^\s@]+$/,
};
const KIND_NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];

const isOfKind = (value: string, { kind, length }: Kind): boolean => {
  const looks = kind && KINDS[kind];
  if (looks === undefined || length === undefined) return looks?.test(value) !== false;
  return looks.test(value) && (kind === 'long' ? value.length >= length : value.length === length);
};
/** What programs have made, as no word is. */
const TOKENS = new Set<Meaning | null>([null, 'token', 'client']);
const LEAST_TOKEN = 24;

/** Of what kind nearly all values of each column are, and codes of what length. */
function kindsOf(lines: readonly Sampled[], { columns }: AccountForm): Kind[] {
  return columns.map((name, at): Kind => {
    const meaning = meaningOf(name);
    const kind = at > 1 && TOKENS.has(meaning) ? 'long' : KIND_NAMES.find((one) => one === meaning);
    const values = lines.flatMap((line) => line.values[at]?.trim() || []);
    if (kind === undefined || values.length < MANY / 2) return {};
    const areMost = (one: Kind) => {
      const others = values.filter((value) => !isOfKind(value, one)).length;
      return values.length < MANY ? others <= 1 : !isTooOften(others, values.length);
    };
    if (!areMost({ kind })) return {};
    if (kind === 'long') {
      // One or two of them may be cut off.
      const { length } = values.toSorted((one, other) => one.length - other.length)[2]!;
      return length < LEAST_TOKEN ? {} : { kind, length: length >> 1 };
    }
    const { length } = values[values.length >> 1]!;
    return { kind, ...(kind === 'code' && areMost({ kind, length }) && { length }) };
  });
}

/** Whether so many lines of all have values of other kinds that their columns have no kind. */
export const isTooOften = (others: number, all: number): boolean =>
  others > Math.max(all * SHARES['one kind'], MOST_OF_FEW);

/** The form of a file whose columns have no kind, or that nobody has read to its end. */
export function withoutKinds(form: ImportForm): ImportForm {
  const without = { ...form };
  delete without.usual_kinds;
  delete without.usual;
  const others = form.usual?.filter((trait) => trait !== 'one kind') ?? [];
  return others.length > 0 ? { ...without, usual: others } : without;
}

type UsualLine = NonNullable<ImportForm['usual_line']>;

/** Of accounts that are one value, of which nothing is known but what they look like. A few lines may be others. */
function usualLineOf(
  lines: readonly Sampled[],
  account: AccountForm,
): Pick<ImportForm, 'usual' | 'usual_line' | 'is_counted'> {
  const texts = lines.map(({ line, values }) => line ?? values[0] ?? '');
  const count = texts.length;
  if (count < LEAST) return countedOf(lines, account);
  const isMany = count >= MANY / 2;
  const others = Math.max(Math.min(MOST_OF_FEW, Math.floor(count / 3)), Math.floor(count * 0.02));
  const sorted = (of: (text: string) => number) => texts.map(of).toSorted((a, b) => a - b);
  const lengths = sorted((text) => text.length);
  const [least, most] = [lengths[others]!, lengths[count - 1 - others]!];
  // A key that is shorter than all others was cut off.
  const isOneLength =
    count >= MANY && least === most && /^(?=.*[a-z]|\d{16})[a-z\d-]{12,}$/i.test(texts[count >> 1]!);
  // Where a sign is of the form, nearly all have it equally often. One line may be another.
  const some = [0, count >> 1, count - 1].map((at) => texts[at]!).join('');
  const signs = [...new Set(some.match(SIGN))].map((sign) => {
    const counts = sorted((text) => countIn(text, sign));
    const usual = counts[count >> 1]!;
    const same = counts.filter((one) => one === usual).length;
    return isMany && counts[others] === usual && same >= count * 0.8 ? sign.repeat(usual) : '';
  });
  const has = (is: (text: string) => boolean) => texts.filter(is).length > others;
  const usual_line: UsualLine = {
    signs: signs.join('').slice(0, 200),
    least: isOneLength ? least : Math.ceil(least / 3),
    // Two lines in one are longer.
    ...(isMany && most < least * 2 && { most: isOneLength ? most : most + least - 1 }),
    has_blanks: has((text) => text.trim().includes(' ')),
    has_letters: has((text) => !isPlain(text)),
  };
  // Two of them on one line, or a remark behind one.
  const known = new UsualLines([], account);
  const wide = lines.filter(({ line, values }) => known.lacks('one login', line, values)).length;
  const isOne = wide <= Math.max(count * SHARES['one login'], Math.min(MOST_OF_FEW, count / 3));
  const usual: Trait[] = isOne ? ['one login', 'one shape'] : ['one shape'];
  return { usual, usual_line, ...countedOf(lines, account) };
}

const SIGN = /[ -/:-@[-`{-~]/g;
const countIn = (text: string, sign: string): number => text.split(sign).length - 1;

/** Whether a line has the length and the signs of the others. */
function isLike(text: string, { signs, least, most, has_blanks, has_letters }: UsualLine): boolean {
  if (text.length < least || (most !== undefined && text.length > most)) return false;
  if ((!has_blanks && text.trim().includes(' ')) || (!has_letters && !isPlain(dropInvisible(text))))
    return false;
  for (let at = 0, next = 0; at < signs.length; at = next) {
    const sign = signs[at]!;
    next = signs.lastIndexOf(sign) + 1;
    if (countIn(text, sign) < next - at) return false;
  }
  return true;
}

/** So many lines may be without it, or two of a few lines. */
const SHARES = {
  tight: 0.2,
  'no names': 0.01,
  'address login': 0.05,
  'no address': 0.3,
  'one login': 0.05,
  'Latin login': 0.05,
  'no label': 0.05,
  'one password': 0.3,
  'address column': 0.3,
  filled: 0.05,
  'long values': 0.01,
  // The last one: a line without it has all others.
  'one kind': 0.05,
};
const MOST_OF_FEW = 2;
const TRAITS = Object.keys(SHARES) as (keyof typeof SHARES)[];

/** Whether words stand in each column so often, before or below a line of words, that it may be one by chance. */
function mayBeWords(lines: readonly Sampled[]): boolean {
  const at = lines.findIndex(({ values }) => areNames(values));
  const byChance = [lines.slice(0, at), lines.slice(at)].map((part) => {
    const accounts = part.filter(({ values }) => !areNames(values));
    const width = Math.min(...accounts.map(({ values }) => values.length));
    if (accounts.length === 0) return 0;
    const shares = Array.from({ length: width }, (_, column) => {
      const words = accounts.filter(({ values }) => NAME.test(values[column]!));
      return words.length / accounts.length;
    });
    return shares.reduce((all, share) => all * share, accounts.length);
  });
  return at >= 0 && byChance[0]! + byChance[1]! > MOST_BY_CHANCE;
}
const MOST_BY_CHANCE = 0.05;

/** Finds what a line lacks that is usual in its file. */
export class UsualLines {
  readonly #traits: readonly Trait[];
  readonly #separator: string;
  readonly #login: number;
  readonly #password: number;
  readonly #passwords: readonly number[];
  readonly #mails: readonly number[];
  readonly #columns: number;
  readonly #shape: UsualLine | undefined;
  /** With the columns that have one. */
  readonly #kinds: readonly (readonly [at: number, kind: Kind])[];

  constructor(
    traits: readonly Trait[],
    { separator, columns }: AccountForm,
    { usual_line, usual_kinds = [] }: Pick<ImportForm, 'usual_line' | 'usual_kinds'> = {},
  ) {
    this.#traits = traits;
    this.#shape = usual_line;
    this.#kinds = [...usual_kinds.entries()].filter(([, { kind }]) => kind);
    this.#separator = separator;
    ({ login: this.#login, password: this.#password } = placesOf(columns));
    this.#passwords = columns.flatMap((name, at) => (meaningOf(name)?.endsWith('password') ? at : []));
    this.#mails = columns.flatMap((name, at) => (at !== this.#login && meaningOf(name) === 'mail' ? at : []));
    this.#columns = columns.length;
  }

  /** Null where it has all of it. A row of a table is no line. */
  lackedBy(line: string | null, values: readonly string[]): Trait | null {
    return this.#traits.find((trait) => this.lacks(trait, line, values)) ?? null;
  }

  lacks(trait: Trait, line: string | null, values: readonly string[]): boolean {
    const login = values[this.#login];
    const password = values[this.#password];
    switch (trait) {
      case 'tight':
        return line !== null && this.#isLoose(line);
      case 'address login':
        return login !== undefined && !login.includes('@');
      case 'no address':
        return password !== undefined && isAddress(password) && login !== undefined && !isAddress(login);
      case 'one login':
        return login !== undefined && (this.#columns < 2 ? SEPARATES_SINGLE : SEPARATES).test(login);
      case 'Latin login':
        return login !== undefined && !isPlain(login) && (isOtherWord(login) || LOOK_ALIKE.test(login));
      case 'one password':
        return this.#passwords.some((at) => /\s/.test((values[at] ?? '').trim()));
      case 'no names':
        return areNames(values);
      case 'address column':
        return this.#mails.some(
          (at) => values[at] !== undefined && values[at] !== '' && !/^\s*\S+@\S+\s*$/.test(values[at]),
        );
      case 'one kind':
        return this.#kinds.some(([at, kind]) => {
          const value = values[at]?.trim() ?? '';
          return value !== '' && !isOfKind(value, kind);
        });
      case 'filled':
        return (
          values.length > 2 && values.some((value, at) => at > 1 && at < this.#columns && isNothing(value))
        );
      case 'long values':
        return SHORT_LOGIN.test(login ?? '') || SHORT_PASSWORD.test(password ?? '');
      case 'one shape':
        return this.#shape !== undefined && !isLike(line ?? values[0] ?? '', this.#shape);
      case 'no label':
        break;
    }
    return login !== undefined && isLabel(login, values);
  }

  countLogins(lines: readonly Sampled[], is: (login: string) => boolean): number {
    return lines.filter(({ values }) => is(values[this.#login] ?? '')).length;
  }

  /** Whether a blank is beside the first separator, which is none itself. */
  #isLoose(line: string): boolean {
    const at = line.indexOf(this.#separator);
    if (at < 0 || this.#separator.trim() === '') return false;
    return isBlank(line.charAt(at - 1)) || isBlank(line.charAt(at + this.#separator.length));
  }
}

/** A bare word with nothing but figures and signs behind it, or itself again: `Page:2`, `EOF:EOF`. */
const isLabel = (login: string, values: readonly string[]): boolean => {
  if (!isWord(login)) return false;
  const rest = values.slice(1).join('');
  return rest === login || (NO_WORD.test(rest) && (LABELS.has(login.toLowerCase()) || !isPin(login, rest)));
};
/** Nobody lets people choose such: `Batch3:50`, `Q1:2026`. */
const SHORT_LOGIN = /^[!-~]{1,2}$/;
const SHORT_PASSWORD = /^[!-~]{1,3}$/;

/** Words, as a heading is in a language that nobody here knows. */
const areNames = (values: readonly string[]): boolean =>
  values.length > 1 &&
  values.every((value) => NAME.test(value) && !ANY_CASE.test(value) && !isNothing(value));
/** As passwords by chance have it. */
const ANY_CASE = /\p{Lu}{2}\p{Ll}|\p{Ll}\p{Lu}{2}/u;
const NAME = /^\s*\p{L}[\p{L}\p{M} _./-]{1,29}$/u;
const isWord = (login: string): boolean => /^[A-Za-z]+$/.test(login);
/** Digits that are a password rather than a page or a number of pieces. */
const isPin = (login: string, rest: string): boolean =>
  /^\d+$/.test(rest) && rest.length > (/^[A-Z]/.test(login) ? 4 : 3);
const NO_WORD = /^(?:\P{L}{1,12}|\d+\p{L}|\P{L}?.)$/u;

const isBlank = (character: string): boolean =>
  character === ' ' || character === '\t' || (character > '\u007f' && invisibleOf(character).length > 0);

/** Line ends as programs write them, and what stands between accounts on one line. */
const BETWEEN = /\s*(?:(?:\\r)?\\n|<br\s*\/?>|\s[/|]\s|[,;]\s|\s)\s*/iu;
const TIGHT_BETWEEN = /[,;|]/;
const TIME = /^\d\d?:\d\d(?::\d\d)?$/;

/** Values of these columns have parts that are alike. */
const OF_PARTS = new Set<Meaning | null>(['cookies', 'agent', 'recovery', 'code', 'note', 'name', 'date']);

/** Whether all pieces are written as one, with figures: with a dash within, or three long ones. */
function areAlike(pieces: readonly string[]): boolean {
  const [first = ''] = pieces;
  if (pieces.length < 2 || !/^[\p{L}\p{N}].{6,}[\p{L}\p{N}]$/u.test(first)) return false;
  const shape = first.replaceAll(/[\p{L}\p{N}]/gu, 'x');
  const isLong = first.length >= 16 && pieces.length > 2 && /\p{L}/u.test(first);
  return (
    (isLong || shape.includes('-')) &&
    pieces.every((piece) => /\p{N}/u.test(piece) && piece.replaceAll(/[\p{L}\p{N}]/gu, 'x') === shape)
  );
}

/** Whether a line is several accounts, each with all of its values: more than columns, or alike where they are one. */
export function isSeveral(text: string, { separator, columns }: AccountForm): boolean {
  if (columns.length === 1 && !OF_PARTS.has(meaningOf(columns[0]!)))
    return [BETWEEN, TIGHT_BETWEEN].some((between) => areAlike(text.trim().split(between)));
  if (columns.length < 2 || separator.trim() === '') return false;
  const areWhole = (pieces: readonly string[], least: number) =>
    pieces.length >= least &&
    pieces.every((piece) => {
      const values = piece.split(separator);
      return values.length === columns.length && !values.includes('') && !TIME.test(piece);
    });
  if (areWhole(text.trim().split(BETWEEN), 2)) return true;
  // Passwords hold such signs, but hardly two of them between as many separators.
  return areWhole(text.split(TIGHT_BETWEEN), separator.length > 1 ? 2 : 3);
}
