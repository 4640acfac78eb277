import type { ImportForm, LineFault } from '@portside/contract';
import { LONGEST_LINE } from '@portside/contract/wire/limits';
import { meaningOf, type Meaning } from './columns.ts';
import { isPlain } from './invisible.ts';

const CONTROLS = /[^\P{Cc}\t]/u;
const NOT_UTF8 = '\ufffd';

/** Why a text can be no account, whatever its values. */
export function faultOf(
  text: string,
): Extract<LineFault, 'too long' | 'not UTF-8' | 'control characters'> | null {
  if (text.length > LONGEST_LINE) return 'too long';
  if (isPlain(text)) return null;
  if (text.includes(NOT_UTF8) || !text.isWellFormed()) return 'not UTF-8';
  return CONTROLS.test(text.replaceAll(/[\r\n]/g, '')) ? 'control characters' : null;
}

/** Letters that were read in another encoding and saved again. */
const GARBLED =
  /[ÃÂ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›]|(?:[ÐÑ][\u0080-\u00bfŒœŠšŸŽž€‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›]){2}|â€|[À-ÖØ-öø-ÿ]{4}|锟斤|烫烫|□□/;
const MARKUP =
  /<\/?(?:a|b|body|br|code|div|font|html|i|li|p|pre|span|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>|&(?:amp|lt|gt|quot|apos|nbsp|euro|szlig|[mn]dash|hellip|[a-z](?:acute|grave|circ|tilde|uml|cedil|caron|ring)|#\d{2,5}|#x[\da-f]{2,4});/i;
/** Of word processors. */
const CONTROL_WORDS = /^\{?\\(?:rtf|pard|f)\d+\b|\\(?:par|line|r|n|r\\n)\}?$/;
/** As programs write letters. */
const ESCAPED = /\\u[\da-f]{4}|%40[\w-]+\./i;
/** Of a program that has written no value at all. */
const OBJECT = '[object Object]';
const NO_VALUE = /^(?:nan|null|undefined)$/i;
/** Of whatever language: `#REF!`, `#DIV/0!`, `#Name?`. */
const ERROR = /^#(?:[Nn]\/[AaDd]|Н\/Д|(?:[\p{Lu}\p{Lo}/¡¿]+0?|\p{Lu}\p{Ll}+)[!?])$/u;
/** A whole number that was taken for a fraction. */
const FRACTION = /^\+?\d{4,}[.,]0$/;

/** Links escape what they hold; a colon may have cut off their beginning. */
const ADDRESS = /(?:[a-z][a-z\d+.-]*:|^\s*)\/\/[^\s<>"']+/gi;

const LONGEST_DAMAGED = 300;

/**
 * Whether a program has left its own signs in the place of a value or round it. Long values are no passwords; a plain text
 * has no letters that could have been read wrongly.
 */
export function isDamaged(value: string, isPlainText = false): boolean {
  if (value === OBJECT) return true;
  // Cookies hold what they like.
  if (value.length > LONGEST_DAMAGED || /^\s*[[{]/.test(value)) return false;
  if (MAY_BE_DAMAGED.test(value)) {
    const outside = value.replaceAll(ADDRESS, '').trim();
    return (
      isNoValue(value) ||
      [MARKUP, ESCAPED, GARBLED, CONTROL_WORDS].some((one) => one.test(outside)) ||
      (!isPlainText && isReadTwice(outside))
    );
  }
  return (
    isNoValue(value) ||
    (value.endsWith('0') && FRACTION.test(value.trim())) ||
    (!isPlainText && isReadTwice(value))
  );
}

/** Nearly all values have none of them. */
const MAY_BE_DAMAGED = /[<&\\%À-ÿ锟烫□]/;

/** A word or a sign for nothing. */
export const isNothing = (value: string): boolean => value.length < 7 && NOTHING.test(value.trim());
const NOTHING = /^(?:|-+|—|none|null|nil|n\/?a|no|нет|无|沒有|没有)$/i;

/** States in which nobody can use an account, with nothing but signs round them, or a day behind; `ban: 0` is none. */
const DEAD =
  /^[^\p{L}\p{N}]*(?:acc(?:ount)? )?(?:(?:perma|shadow)?-?ban(?:ned)?|dead|died?|sold(?: out| to .+)?|used|incorrect|checkpoint(?:ed)?|(?:not |in)valid|blocked|disabled|suspended|expired|locked|closed|deleted|refunded|inactive|not active|(?:log ?in )?failed|(?:wrong|incorrect|bad) pass(?:word)?|(?:not|doesn['’]t) work(?:ing)?|бан|(?:за)?банен[аы]?|(?:за)?блок(?:ирован[аоы]?)?|продан[аоы]?(?: \p{L}+)?|не ?валид(?:ный|на)?|мертв\p{L}*|мёртв\p{L}*|использован[аоы]?|не работает|не ?актив\p{L}*|неверный пароль|удал[её]н[аоы]?|已售出?|已卖出?|售出|已用|已使用|无效|失效|封号|被封|已封|死号|冻结|封禁|禁用|密码错误|vendid[ao]|banid[ao]|inválid[ao]|invalid[ao]|bloquead[ao]|usad[ao]|suspens[ao]|expirad[ao]|mort[ao]|inativ[ao]|não funciona)(?!\P{N}*0+\s*$)(?:[^\p{L}\p{N}✗✘❌×☐]+[^\p{L}✗✘❌×☐]*(?:\d ?(?:h|d|hours?|days?))?)?$/iu;
/** Of them, what may be said of a part of the account, such as its second factor. */
const OF_A_PART =
  /^[^\p{L}]*(?:used|disabled|expired|locked|closed|deleted|inactive|not active|failed|использован|не ?актив|удал|已用|已使用|失效|禁用|usad[ao]|expirad[ao]|inativ[ao])/iu;
/** What columns are called whose values are states, besides those that mean one. */
const STATE_NAME =
  /^(?:results?|check(?:ed|er)?|(?:账号|帐号)状态|(?:检测|验证)?结果|检测|результат|проверка|resultado)$/iu;
/** What columns of such states are called where their values say yes or when, to whom, or say no. */
const DEAD_NAME =
  /^(?:sold|ban(?:ned)?|dead|used|blocked|invalid|продан[аоы]?|бан|забанен[аоы]?|использован[аоы]?|(?:是否)?(?:已?售出?|已用|封号|失效)|vendid[ao]|banid[ao]|bloquead[ao]|usad[ao])$/iu;
const BUYER_NAME = /^(?:sold (?:to|at|on|date)|buyer|покупатель|买家|comprador)$/iu;
const LIVE_NAME =
  /^(?:is )?(?:valid|validity|alive|working|active|валид(?:ный|ность)?|рабочий|жив(?:ой)?|активен|(?:是否)?(?:有效|可用|存活)|válid[ao]|ativ[ao]|funciona)$/iu;
const YES =
  /^\s*(?:(?:y|yes|true|да|是|sim|s[ií])(?!\p{L}).*|1|[xх+✓✔✅☑]|已\p{L}*|perm\p{L}*|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?:[T ][\d:.]+)?)\s*$/iu;
const NO = /^\s*(?:n|no|not|false|0|нет|не|否|não|nao|✗|✘|❌|×|☐)\s*$/iu;
/** As `not yet` begins, and nobody's name; figures may count what was bought. */
const NOBODY = /^\s*(?:(?:no|not|never|free|нет|не|não|nunca)(?!\p{L})|[未没无]|\P{L}*$)/iu;
const DAY = /\d[./-]\d/;
const LONGEST_STATE = 40;

export const isDeadWord = (value: string): boolean => value.length <= LONGEST_STATE && DEAD.test(value);

/** Whether a column says what state accounts are in: `2FA status` does not. */
export const isStateName = (name: string): boolean =>
  STATE_NAME.test(name.trim()) ||
  (meaningOf(name) === 'status' &&
    name.split(/[\s_\-./()]+/).every((word) => OF_ACCOUNT.has(meaningOf(word))));
const OF_ACCOUNT = new Set<Meaning | null>([null, 'status', 'account']);

function saysDead(value: string, name: string): boolean {
  if (value.length > LONGEST_STATE || value.trim() === '') return false;
  const plain = name.replaceAll(/[^\p{L}]+/gu, ' ').trim();
  if (LIVE_NAME.test(plain) && NO.test(value)) return true;
  if (BUYER_NAME.test(plain)) return !isNothing(value) && (DAY.test(value) || !NOBODY.test(value));
  const isDeadName = DEAD_NAME.test(plain);
  if (isDeadName && YES.test(value)) return true;
  if (!DEAD.test(value)) return false;
  if (name === '') return !OF_A_PART.test(value);
  return isDeadName || LIVE_NAME.test(plain) || meaningOf(name) === 'note' || isStateName(name);
}

/**
 * Whether an account is said to be gone: by a state that is sold with it, or by a cell of its row that is not sold. Columns
 * of other names hold such words too, as names of people and teams.
 */
export function isDead(
  values: readonly string[],
  states: readonly number[],
  cells: readonly string[],
  form: ImportForm,
): boolean {
  if (states.some((at) => isDeadWord(values[at] ?? ''))) return true;
  const sold = form.kind === 'csv' ? form.columns : undefined;
  if (sold === undefined || cells.length <= sold.length) return false;
  return cells.some((value, at) => {
    if (sold.includes(at)) return false;
    const name = form.heading?.[at] ?? '';
    // Headings are repeated in the middle of files.
    return value.trim() !== name && saysDead(value, name);
  });
}

const SHORTEST_COOKIES = 16;
/** Passwords may end in any sign. */
const LONGEST_SHORT = 40;

/** Columns without whose values nobody signs in. */
const KEYS = new Set<Meaning | null>(['password', 'mail password', 'cookies', 'token']);

/** Whether there is nothing in such a column: `none`, `no cookies`, `[]`; or a program has cut what is long. */
export const isNoKey = (value: string, meaning: Meaning | null = null): boolean =>
  meaning !== null &&
  KEYS.has(meaning) &&
  ((value.length > LONGEST_SHORT && /(?:\.{3}|…)\s*$/.test(value)) ||
    (isNothing(value) && (value !== '' || !meaning.endsWith('password'))) ||
    (meaning === 'cookies' && value.length < SHORTEST_COOKIES && !/[=:\t]/.test(value)));

const LONGEST_ERROR = 12;

function isNoValue(value: string): boolean {
  if (value.length > LONGEST_ERROR) return false;
  const first = value.charCodeAt(0) | 0x20;
  if (first === 0x23) return ERROR.test(value.trim());
  return (first === 0x6e || first === 0x75) && NO_VALUE.test(value.trim());
}

/** Whether a spreadsheet has written a long number in powers of ten: its last digits are lost. */
export const isRounded = (value: string): boolean =>
  /^\s*[+-]?\d(?:(?:[.,]\d+)?E\+\d{1,3}|[.,]\d{2,}E\d{2})\s*$/i.test(value);

/** As spreadsheets write the dates that they took passwords for: `03-May`, `янв.77`, `mai/77`, `3月5日`. */
const DATES = [
  /^(?:\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2})$/,
  /^(?:\d{1,2}\.(?:янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек)|(?:янв|фев|мар|апр|май|июн|июл|авг|сен|окт|ноя|дек)\.\d{2})$/,
  /^(?:\d{1,2}[/-](?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez|ene|may|sep|oct|dic)|(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez|ene|may|sep|oct|dic)[/-]\d{2})$/,
  /^(?:\d{1,2}\. (?:Jan|Feb|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)|(?:Jan|Feb|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez) \d{2})$/,
  /^\d{1,2}月\d{1,2}日$/,
  /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4} \d{1,2}:\d{2}(?::\d{2})?$|^\d{1,2}:\d{2}:\d{2}$/,
];
/** Of lists that a spreadsheet has taken for logical values and numbers, or shown in too narrow a column. */
const CELLS =
  /^(?:TRUE|FALSE|ИСТИНА|ЛОЖЬ|VERDADEIRO|FALSO|VERDADERO|WAHR|FALSCH|#{4,}|\d{1,3}(?:,\d{3}){2,})$/;
/** A number with points between its thousands; `912.345.678` is a phone number as people write them. */
const THOUSANDS =
  /^(?!(?:(?:1?\d?\d|2[0-4]\d|25[0-5])(?:\.|$)){4}$)(?:\d{1,2}|\d{3}(?=(?:\.\d{3}){3}))(?:\.\d{3}){2,}$/;
/** Signs as links and mails escape them, and letters that became question marks. */
const CODED = /\\x[\da-f]{2}.*\\x[\da-f]{2}|\?{4}/i;
const IN_LINKS = /%[\da-f]{2}.*%[\da-f]{2}/i;
/** Of whatever encoding, or cut off. */
const SURELY_IN_LINKS = /(?:%[\da-f]{2}){3}/i;
const PRINTABLE = /=3D|=[C-F][\dA-F]=[89AB][\dA-F]/;

/** Longer ones are no dates and no numbers. */
const LONGEST_CELL = 20;
const MAY_BE_CELL = /^(?:[\dTFИЛVW#]|\p{L}{3}[-./ ]\d\d$)/u;

/** Whether a login or a password is hidden, or what a spreadsheet or an encoder makes of one; others hold such values. */
export const isDisfigured = (value: string): boolean =>
  value.includes('***') ||
  value.includes('•••') ||
  value.endsWith('…') ||
  (value.length <= LONGEST_CELL &&
    MAY_BE_CELL.test(value) &&
    [CELLS, THOUSANDS, ...DATES].some((cell) => cell.test(value))) ||
  (MAY_BE_CODED.test(value) && value.length <= LONGEST_DAMAGED && isCoded(value.replaceAll(ADDRESS, '')));

/** Passwords hold such signs too, but hardly so that they could be read back. */
function isCoded(value: string): boolean {
  if (PRINTABLE.test(value) || CODED.test(value) || SURELY_IN_LINKS.test(value)) return true;
  if (!IN_LINKS.test(value)) return false;
  try {
    return decodeURIComponent(value) !== value;
  } catch {
    return false;
  }
}

const MAY_BE_CODED = /[%?]|\\x|=[3C-F]/;

/** UTF-8 that was read in one of these. Where two signs stand as only such letters do, the value is read back. */
const READ_AS = [
  {
    encoding: 'windows-1252',
    tell: /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u2122]/,
    least: 1,
  },
  {
    encoding: 'windows-1251',
    tell: /[В-ф][\u00a0-\u00bb\u0401-\u040f\u0451-\u045f\u0490\u0491\u2013-\u2122]/,
    least: 2,
  },
  { encoding: 'gb18030', tell: /[\u3400-\u9fff]{3}/, least: 2 },
] as const;

/** Whether a value is UTF-8 that was read in another encoding and saved again. */
function isReadTwice(value: string): boolean {
  return READ_AS.some(({ encoding, tell, least }) => {
    if (!tell.test(value)) return false;
    const bytes = encode(value, encoding);
    if (bytes === null) return false;
    try {
      const read = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      return (
        (read.match(encoding === 'gb18030' ? /[\u3000-\u9fff]/g : /[\u0080-\uffff]/g) ?? []).length >= least
      );
    } catch {
      return false;
    }
  });
}

const TABLES = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Null where a character is not in the encoding. */
function encode(value: string, encoding: string): Uint8Array | null {
  let table = TABLES.get(encoding);
  if (!table) TABLES.set(encoding, (table = tableOf(encoding)));
  const bytes: number[] = [];
  for (const character of value) {
    const code = character.codePointAt(0)!;
    const own = code < 0x80 ? [code] : table.get(character);
    if (own === undefined) return null;
    bytes.push(...own);
  }
  return Uint8Array.from(bytes);
}

/** What one byte, or of Chinese two, stand for. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding);
  const isWide = encoding === 'gb18030';
  for (let lead = 0x80; lead <= 0xff; lead += 1)
    for (const trail of isWide ? TRAILS : [null]) {
      const bytes = trail === null ? [lead] : [lead, trail];
      const read = decoder.decode(Uint8Array.from(bytes));
      if (Array.from(read).length === 1 && read !== '\ufffd') table.set(read, bytes);
    }
  return table;
}

const TRAILS = Array.from({ length: 0xbf }, (_, at) => 0x40 + at);
