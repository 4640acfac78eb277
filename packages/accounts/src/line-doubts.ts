import type { LineDoubt } from '@portside/contract';
import { readValues, type AccountForm } from './account-form.ts';
import { beginningOf, headingOf, meaningOf, type Meaning } from './columns.ts';
import { LABELS } from './numbering.ts';
import { placesOf } from './usual-lines.ts';

/** Doubts about what the line is at all; others are about a value of an account. */
export const IS_NO_ACCOUNT = new Set<LineDoubt>(['heading', 'sum', 'ornament']);

/** What can be taken off, so that an account is left. */
export const MENDABLE = new Set<LineDoubt>(['guard', 'numbered', 'label', 'other order']);

/** Words of totals, as spreadsheets and shops write them below their lists. */
const SUM_WORDS = new Set(
  (
    'total totals subtotal sum grand count итого всего сумма итог количество 合计 合計 总计 總計 共计 共計 总数 小计 共 ' +
    'soma suma subtotais quantidade cantidad summe gesamt gesamtsumme anzahl qty toplam totale razem łącznie tổng مجموع ' +
    // Below what programs have checked.
    'lines rows valid invalid hits bad checked remaining валид невалид валидных строк 有效 无效 数量 行数 válidas inválidas'
  ).split(' '),
);

const UNIT = String.raw`(?:accounts?|accs?|pcs|pieces|lines?|rows?|items?|шт|штук|штуки|аккаунт\p{L}*|акк\p{L}*|строк\p{L}*|руб\p{L}*|个|個|条|條|行|元|contas?|cuentas?|linhas?|konten|stück|stk|usdt?|eur|rub|brl|geral|total|в|de|of)`;

/** A word of totals, and nothing but figures, signs and units after it. */
const AFTER_SUM = new RegExp(String.raw`^(?:[\P{L}]|${UNIT}(?!\p{L}))*$`, 'iu');

/** `50 accounts`, `12 шт.`, `共12个`. */
const COUNTED = new RegExp(
  String.raw`^[^\p{L}\p{N}]*\d[\d.,\s]*${UNIT}(?!\p{L})(?:[^\p{L}\p{N}]|${UNIT}(?!\p{L}))*$`,
  'iu',
);

/** Longer lines are no totals and no remarks. */
const LONGEST_REMARK = 500;

/** Whether a line is a total. */
export function isSum(text: string): boolean {
  if (text.length > LONGEST_REMARK) return false;
  const beginning = beginningOf(text.slice(0, 60));
  if (SUM_WORDS.has(beginning)) {
    const at = text.search(/\p{L}/u) + beginning.length;
    return /^[^\p{L}\p{N}]*\p{L}/u.test(text) && AFTER_SUM.test(text.slice(at));
  }
  return !startsPlain(text, false) && COUNTED.test(text);
}

/** Whether a line begins with an ASCII letter or, if digits count, with a digit: no sign is before its words. */
function startsPlain(text: string, isDigitPlain: boolean): boolean {
  const first = text.charCodeAt(0) | 0x20;
  return (first > 0x60 && first < 0x7b) || (isDigitPlain && first > 0x2f && first < 0x3a);
}

const SIGNS_ONLY = /^[^\p{L}\p{N}]{3,}$/u;
/** Signs on both sides of a text, or a picture before it. */
const FRAMED =
  /^\s*(?:([=*#~_+\-.•─━═—<>])\1+\s.*|([=*#~_+\-•─━═—<>])\2{2,}[^=*#~_+\-•─━═—<>].*)([=*#~_+\-.•─━═—<>])\3\s*$/u;
const PICTURED = /^\s*(?!№)[\p{So}•►▶【《»]/u;
const REMARKED = /^\s*(?:#+|\/\/+|--|;+|\*)\s/u;
/** Who wrote when, as chats are exported: `Ana, [28.11.2026 10:01]`. */
const CHAT = /\[\d{1,4}[./-]\d{1,2}[./-]\d{1,4}[, ]+\d{1,2}:\d{2}/;
/** Nothing but a day or a time of day. */
const MOMENT =
  /^\s*(?:\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[ T,]+\d{1,2}:\d{2}(?::\d{2})?)?|\d{1,2}:\d{2}(?::\d{2})?)\s*(?:[ap]m)?\s*$/i;
const DAY = /^\s*(?:\d{1,2}[./]\d{1,2}[./]\d{4}|\d{4}-\d{2}-\d{2})\s*$/;
/** A line of a browser's file of cookies, or a header of cookies. */
const COOKIE_LINE =
  /^\s*(?:#\s?HttpOnly_)?\.?[\w.-]+\t(?:TRUE|FALSE)\t\/|^\s*(?:Set-)?Cookie:\s|^\s*([\w.-]+)=[^;\s]*;\s*[\w.-]+=/i;
/** A line of such a file, with the cookie's name. */
export const COOKIE_ROW =
  /^(?:#HttpOnly_)?\.?[\w.-]+\t(?:TRUE|FALSE)\t\/[^\t]*\t(?:TRUE|FALSE)\t\d+\t([^\t]+)\t/i;
const LINK = /https?:|\bt\.me\/|\bwww\.|discord\.gg|wa\.me\//i;

const MAY_BE_HEADER = /^\s*(?:set-)?cookie:/i;

/** Whether a line is a rule of signs, a remark or an advertisement. Values are those of the account. */
export function isOrnament(text: string, values: readonly string[], columns: readonly string[]): boolean {
  if (text.length > LONGEST_REMARK) return false;
  if (text.includes('[') && CHAT.test(text)) return true;
  const first = text.charCodeAt(0);
  const startsWithFigure = first > 0x2f && first < 0x3a;
  if (startsWithFigure && (MOMENT.test(text) || DAY.test(values[0] ?? ''))) return true;
  const mayBeCookies = text.includes('\t') || text.includes(';') || MAY_BE_HEADER.test(text);
  if (mayBeCookies && meaningOf(columns[0] ?? '') !== 'cookies') {
    const [line, name = ''] = COOKIE_LINE.exec(text) ?? [];
    // `login=ana; password=…` are values with their names.
    if (line !== undefined && meaningOf(name) === null && (values[0] ?? '').startsWith(name)) return true;
  }
  if (startsPlain(text, true)) return isProse(text, values, columns);
  // Nothing but the separator is an account without its values.
  if (SIGNS_ONLY.test(text.trim())) return values.some((value) => value.trim() !== '');
  if (FRAMED.test(text) || PICTURED.test(text) || REMARKED.test(text)) return true;
  return isProse(text, values, columns);
}

/** Words that restore a wallet. */
const PHRASE = /^\s*\p{L}+(?: \p{L}+){11,}\s*$/u;

/** A figure is before the first word: that is no label, but the password of a phone number. */
const AFTER_FIGURE = /^\P{L}*\p{N}/u;

/** Nothing but words of a sentence. Codes that are parted by blanks are in groups of one length. */
const isSentence = (value: string): boolean =>
  SENTENCE.test(value) && new Set(value.split(/\s+/).map(({ length }) => length)).size > 1;
const SENTENCE = /^[\p{L}\p{M}\s.,:;!?'’"“”«»()–—-]+$/u;

function isProse(text: string, values: readonly string[], columns: readonly string[]): boolean {
  if (columns.length < 2 && PHRASE.test(text)) return false;
  if (LABELS.has(beginningOf(text.slice(0, 60))) && !AFTER_FIGURE.test(text) && isRemark(text, columns))
    return true;
  const [first = '', second = ''] = values;
  // Of accounts that are one value, the other lines tell what is no sentence.
  if (
    first.includes(' ') &&
    /\S\s+\S+\s+\S+\s+\S/.test(first.slice(0, 200)) &&
    meaningOf(columns[0] ?? '') !== 'name' &&
    (columns.length > 1 || isSentence(first))
  )
    return true;
  if (!/[/.]/.test(text) || !LINK.test(text)) return false;
  const holdsLinks = (name: string) =>
    /url|link|site|proxy|host|ссылк|сайт|прокси|链接|网址|代理/i.test(name);
  if (columns.length < 2 || columns.some(holdsLinks)) return false;
  return LINK.test(`${first} ${second}`) || /^https?$/i.test(first.trim().split(/\s/).at(-1)!);
}

/** `24h`, `50 pcs`, `5$`. */
const MEASURE = /^[$€]?\d{1,4}\s?(?:h|hrs?|hours?|d|days?|pcs|шт|час\p{L}*|дн\p{L}*|小时|天|%|[$€₽¥])\.?$/iu;

/** A label is followed by words, a name to write to, a link, a measure, or what the lines look like. */
function isRemark(text: string, columns: readonly string[]): boolean {
  const rest = text.replace(/^[^\p{L}]*\p{L}[\p{L}\p{M}]*[\s:：!,.\-–—]*/u, '');
  return (
    /^\p{L}[\p{L}\p{M}'’,]*\s+\p{L}/u.test(rest) ||
    /^@\w/.test(rest) ||
    LINK.test(rest) ||
    MEASURE.test(rest) ||
    headingOf(rest, ':', columns) !== null ||
    rest === ''
  );
}

const JSON_START =
  /^\s*(?:\{\s*(?:$|["'}]|[\w$]+\s*:)|\[\s*(?:$|["'[{\]]|-?\d+(?:\.\d+)?\s*(?:[,\]]|$)|(?:true|false|null)\b))/;
/** JSON in quotes, as tables have it, or behind a name or another value. */
const QUOTED_JSON = /^\s*["'“‘„«`]\s*(?=\{\s*"|\[\s*["{])/;
/** Names and quotes as JSON has them, which no password begins with. */
const SURE_JSON = /^\s*(?:\{\s*["'][\w$.-]+["']\s*:|\[\s*(?:\{\s*(?:["']|$)|(["'])[^"']*\1\s*[,\]]))/;
const JSON_BEHIND = /[=:]\s*(?=\{\s*"[\w$.-]+"\s*:|\[\s*(?:\{\s*"|"[^"]*"\s*[,\]]))/;
/** Nothing but brackets, or a bracket behind a name or a blank: passwords end in such signs, but hardly so. */
function endsOpen(value: string): boolean {
  const whole = value.trimEnd();
  let end = whole.length;
  while (end > 0 && '[{'.includes(whole[end - 1]!)) end -= 1;
  if (end === whole.length) return false;
  const before = whole.slice(0, end);
  const name = before.trimEnd();
  if (name !== before || /^[\s"'(]*$/.test(name)) return true;
  return /[=:]$/.test(name.slice(-1)) && /\p{L}{3}$/u.test(name.slice(0, -1).trimEnd().slice(-6));
}

/**
 * Whether a value opens a bracket which nothing closes: the rest is on other lines, or was cut off. A plain value, such as
 * a password, may begin with a bracket.
 */
export function isOpenValue(value: string, isPlain = false): boolean {
  if (!value.includes('[') && !value.includes('{')) return false;
  if ((isPlain ? SURE_JSON : JSON_START).test(value)) return !isBalanced(value);
  const [quote] = QUOTED_JSON.exec(value) ?? [];
  if (quote !== undefined) return !isQuotedWhole(value.slice(quote.length));
  const behind = JSON_BEHIND.exec(value);
  if (behind !== null) return !isBalanced(value.slice(behind.index + behind[0].length));
  return endsOpen(value);
}

/** Nothing but a bracket is behind the last separator. */
export function endsInBracket(text: string, separator: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return (last === 0x5b || last === 0x7b) && text.slice(0, -1).trimEnd().endsWith(separator);
}

/** Whether a value begins as JSON does, in quotes or not. */
export const startsAsJson = (value: string): boolean => JSON_START.test(value) || QUOTED_JSON.test(value);

/** Whether JSON is whole before the quote that ends it, with its own quotes doubled or not. */
function isQuotedWhole(rest: string): boolean {
  const json = rest.replace(/["'”’“»`]\s*$/, '');
  return json !== rest && (isBalanced(json) || isBalanced(json.replaceAll('""', '"')));
}

/** Whether every bracket is closed, but for those in strings. */
const isBalanced = (value: string): boolean => endOfJson(value, false) !== null;

/** Where every bracket is closed, but for those in strings: for the first time or at the end; null where none is. */
function endOfJson(value: string, isFirst: boolean): number | null {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (isString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isString = false;
    } else if (code === 0x22) isString = true;
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) {
      depth -= 1;
      if (isFirst && depth === 0) return at + 1;
    }
    if (depth < 0) return null;
  }
  return depth === 0 && !isString ? value.length : null;
}

/** Whether something is behind JSON that is no part of it: a note, or more JSON. */
export function isBesideJson(value: string, isPlain = false): boolean {
  const first = value.trimStart().charCodeAt(0);
  if ((first !== 0x5b && first !== 0x7b) || !(isPlain ? SURE_JSON : JSON_START).test(value)) return false;
  const end = endOfJson(value, true);
  return end !== null && /^\s*(?:[^\s,]|,\s*$)/.test(value.slice(end));
}

/** Columns that only accounts have; cookies have names and values. */
const OF_ACCOUNT = new Set<Meaning | null>(['account', 'mail', 'phone', 'password']);

/** Whether a line is JSON with more than one account. */
export function isListOfAccounts(text: string): boolean {
  if (!/^\s*\[\s*\{.*(?:pass|pwd|пароль|senha|密码|密碼|"(?:login|user|e?mail|phone))/i.test(text))
    return false;
  try {
    const list = JSON.parse(text) as readonly object[];
    const isAccount = (one: object) => Object.keys(one).some((name) => OF_ACCOUNT.has(meaningOf(name)));
    return list.length > 1 && list.every(isAccount);
  } catch {
    return false;
  }
}

/** A line out of JSON that is spread over several: `  "name": "sid",`, or the end of it. */
export const isPieceOfJson = (text: string): boolean =>
  /^\s*[\]}]+,?\s*$/.test(text) ||
  (/^\s*"/.test(text) &&
    /^(?:\s+"(?:[^"\\]|\\.)*"\s*:|"(?:[^"\\]|\\.)*"\s*:\s.*[,[{]\s*$|"(?:[^"\\]|\\.)*"\s*:\s+["\d[{tfn-])/.test(
      text,
    ));

const FORMULA_TEXT = /^=["“]([^"”]*)["”]$/;
/** A value in quotes of other kinds than a table's, as programs and chats put them. */
const IN_QUOTES = /^(?:'[^']+'|‘[^’]+’|“[^”]+”|„[^“”]+[“”]|«[^»]+»|`[^`]+`)$/s;
const QUOTES = new Set(['"', "'", '=', '‘', '“', '„', '«', '`']);
/** An apostrophe before what a spreadsheet would run or round. */
const APOSTROPHE = /^'(?=[=+\-@\t＝＋－＠]|\d[\d\s().-]*$)/;

/** A quote that is not doubled, before what separates cells. */
const CLOSED_WITHIN = /(?<!")"(?:"")*[,;\t|]"/;
/** Nothing but cells in quotes. */
const QUOTED_CELLS = /^\s*"(?:[^"]|"")*"([,;\t|])"(?:[^"]|"")*"(?:\1"(?:[^"]|"")*")*\s*$/;
const QUOTED_CELL = /"((?:[^"]|"")*)"/g;

/** A value with its guard taken off; null where it has none. `isCertain` where no other reading is likely. */
export function takeGuardOff(
  value: string,
  isTable: boolean,
): { readonly value: string; readonly isCertain: boolean } | null {
  const trimmed = value.trim();
  if (!QUOTES.has(trimmed.charAt(0))) return null;
  const formula = FORMULA_TEXT.exec(trimmed);
  if (formula) return { value: formula[1]!, isCertain: isTable };
  if (IN_QUOTES.test(trimmed)) return { value: trimmed.slice(1, -1), isCertain: false };
  if (APOSTROPHE.test(trimmed)) return { value: trimmed.slice(1), isCertain: false };
  // Several values in quotes are no one in quotes.
  if (trimmed.length > 1 && /^".*"$/s.test(trimmed) && !CLOSED_WITHIN.test(trimmed.slice(1, -1)))
    return { value: trimmed.slice(1, -1).replaceAll('""', '"'), isCertain: false };
  return null;
}

/** A line without its guards; null where it has none. */
export function takeGuardsOff(text: string, account: AccountForm): string | null {
  if (!/["'=‘“„«`]/.test(text) || isPieceOfJson(text)) return null;
  // A row of a table, where the product has no columns that it could be mapped to.
  if (account.columns.length < 2 && QUOTED_CELLS.test(text))
    return Array.from(text.matchAll(QUOTED_CELL), ([, cell]) => cell!.replaceAll('""', '"')).join(
      account.separator,
    );
  const values = readValues(text, { ...account, keeps_blanks: true });
  let isGuarded = false;
  const plain = values.map((value) => {
    const found = takeGuardOff(value, false);
    isGuarded ||= found !== null;
    return found === null ? value : found.value;
  });
  if (isGuarded) return plain.join(account.separator);
  // The whole line in quotes, as an export of one column has it.
  const whole = values.length > 1 ? takeGuardOff(text, false) : null;
  return whole !== null && /^\s*["'‘“„«`]/.test(text) ? whole.value : null;
}

/** A line without the guards of the shop's own lists. */
export function takeOwnGuardsOff(text: string): string | null {
  const plain = text.replaceAll(/(?<=^|[;\t])'(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])/gu, '');
  return plain === text ? null : plain;
}

/** `login=ana`, `密码：…`, `2FA: …`; the name is looked up. */
const LABEL = /^\s*(\d?\p{L}[\p{L}\p{M}\s_.-]{0,30}?)\s*[:：=]\s*(?=\S)/u;

/** What is sold by itself is called. */
export const KEY = /^(?:(?:licen[cs]e |product )?keys?|serial|code|ключ|код|激活码|兑换码)$/iu;

/** A value without its name before it; null where it has none. */
function takeLabelOff(value: string): string | null {
  if (!/[:：=]/.test(value)) return null;
  const [whole, name] = LABEL.exec(value) ?? [];
  if (whole === undefined) return null;
  // `key=…` may be the first of several cookies.
  const isName = meaningOf(name!) !== null || (KEY.test(name!) && !whole.includes('='));
  return isName ? value.slice(whole.length) : null;
}

/** Without the names before them; null where the first has none: a password may hold `pass=`. */
export function takeLabelsOff(values: readonly string[]): string[] | null {
  const first = takeLabelOff(values[0] ?? '');
  return first === null ? null : [first, ...values.slice(1).map((value) => takeLabelOff(value) ?? value)];
}

const BARE_NAME = /^\s*\p{L}[\p{L}\p{M} _-]{1,20}$/u;

/** One value of an account that stands over several lines: `Password: Pw1`. */
export const isOneValue = ([first = '', ...others]: readonly string[], columns: readonly string[]): boolean =>
  others.length > 0 &&
  BARE_NAME.test(first) &&
  !NO_LABEL.has(meaningOf(first)) &&
  placesOf(columns).login === 0;

/** These are logins too. */
const NO_LABEL = new Set<Meaning | null>([null, 'name', 'sex']);

export const LINE_BREAK = /[\r\n]/;

/** A value of JSON over several lines, on one; any other as it is. JSON's strings hold no line breaks. */
export function joinJson(value: string): string {
  if (!LINE_BREAK.test(value) || !/^\s*[[{]/.test(value)) return value;
  try {
    JSON.parse(value);
  } catch {
    return value;
  }
  return value.trim().replaceAll(/[ \t\r\n]+/g, (blanks) => (LINE_BREAK.test(blanks) ? '' : blanks));
}

/** Lines in which a quote that opens one may be closed. */
const MOST_LINES = 100;

/** Finds lines that a quote holds together: one opens with it, and a later one ends in it. */
export class QuotedLines {
  #openedAt: number | null = null;

  /** Whether a line opens such a quote, or closes it. */
  isPart(line: number, text: string): boolean {
    const isStart = text.charCodeAt(0) === 0x22;
    const isEnd = this.#openedAt !== null && text.charCodeAt(text.length - 1) === 0x22;
    if ((!isStart && !isEnd) || text.split('"').length % 2 === 1) return false;
    const isPart = isStart || line - this.#openedAt! <= MOST_LINES;
    this.#openedAt = isStart && !isEnd ? line : null;
    return isPart;
  }
}
