import { beginningOf, headingOf, meaningOf } from './columns.ts';

/** Words of totals, as spreadsheets and shops write them below their lists. */
const SUM_WORDS = new Set(
  (
    'total totals subtotal sum grand count итого всего сумма итог количество 合计 合計 总计 總計 共计 共計 总数 小计 共 ' +
    'soma suma subtotais quantidade cantidad summe gesamt gesamtsumme anzahl'
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

const LABELS = new Set(
  (
    'note notes remark attention warning important thanks thank welcome shop store contact support format seller order ' +
    'telegram whatsapp discord website site channel guarantee warranty attn warn please внимание спасибо примечание ' +
    'магазин формат поддержка продавец заказ канал сайт важно гарантия телеграм 备注 備註 注意 说明 說明 谢谢 感谢 格式 ' +
    '联系 聯繫 客服 店铺 店鋪 订单 訂單 售后 atenção atencao obrigado obrigada observação observacao formato loja contato ' +
    'suporte pedido aviso gracias tienda contacto soporte garantia achtung danke hinweis'
  ).split(' '),
);

const SIGNS_ONLY = /^[^\p{L}\p{N}]{3,}$/u;
/** Signs on both sides of a text, or a picture before it. */
const FRAMED =
  /^\s*(?:([=*#~_+\-.•─━═—<>])\1+\s.*|([=*#~_+\-•─━═—<>])\2{2,}[^=*#~_+\-•─━═—<>].*)([=*#~_+\-.•─━═—<>])\3\s*$/u;
const PICTURED = /^\s*[\p{So}•►▶【《»]/u;
const REMARKED = /^\s*(?:#+|\/\/+|--|;+|\*)\s/u;
const LINK = /https?:|\bt\.me\/|\bwww\.|discord\.gg|wa\.me\//i;

/** Whether a line is a rule of signs, a remark or an advertisement. Values are those of the account. */
export function isOrnament(text: string, values: readonly string[], columns: readonly string[]): boolean {
  if (text.length > LONGEST_REMARK) return false;
  if (startsPlain(text, true)) return isProse(text, values, columns);
  // Nothing but the separator is an account without its values.
  if (SIGNS_ONLY.test(text.trim())) return values.some((value) => value.trim() !== '');
  if (FRAMED.test(text) || PICTURED.test(text) || REMARKED.test(text)) return true;
  return isProse(text, values, columns);
}

function isProse(text: string, values: readonly string[], columns: readonly string[]): boolean {
  if (LABELS.has(beginningOf(text.slice(0, 60))) && isRemark(text, columns)) return true;
  const [first = '', second = ''] = values;
  if (
    first.includes(' ') &&
    /\S\s+\S+\s+\S+\s+\S/.test(first.slice(0, 200)) &&
    meaningOf(columns[0] ?? '') !== 'name'
  )
    return true;
  if (!/[/.]/.test(text) || !LINK.test(text)) return false;
  const holdsLinks = (name: string) =>
    /url|link|site|proxy|host|ссылк|сайт|прокси|链接|网址|代理/i.test(name);
  if (columns.some(holdsLinks)) return false;
  return LINK.test(`${first} ${second}`) || /^https?$/i.test(first.trim().split(/\s/).at(-1)!);
}

/** A label is followed by words, a name to write to, a link, or what the lines look like. */
function isRemark(text: string, columns: readonly string[]): boolean {
  const rest = text.replace(/^[^\p{L}]*\p{L}[\p{L}\p{M}]*[\s:：!,.\-–—]*/u, '');
  return (
    /^\p{L}[\p{L}\p{M}'’,]*\s+\p{L}/u.test(rest) ||
    /^@\w/.test(rest) ||
    LINK.test(rest) ||
    headingOf(rest, ':', columns) !== null ||
    rest === ''
  );
}

const JSON_START =
  /^\s*(?:\{\s*(?:$|["'}]|[\w$]+\s*:)|\[\s*(?:$|["'[{\]]|-?\d+(?:\.\d+)?\s*(?:[,\]]|$)|(?:true|false|null)\b))/;
const OPEN_END = /(?:^|[=:,\s[{("'])[[{]\s*$/;

/** Whether a value opens a bracket which nothing closes: the rest is on other lines, or was cut off. */
export function isOpenValue(value: string): boolean {
  if (!value.includes('[') && !value.includes('{')) return false;
  if (JSON_START.test(value)) return !isBalanced(value);
  return OPEN_END.test(value);
}

/** Whether every bracket is closed, but for those in strings. */
function isBalanced(value: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (isString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isString = false;
    } else if (code === 0x22) isString = true;
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0 && !isString;
}

/** A line out of JSON that is spread over several: `  "name": "sid",`. */
export const isPieceOfJson = (text: string): boolean =>
  /^\s*"/.test(text) &&
  /^(?:\s+"(?:[^"\\]|\\.)*"\s*:|"(?:[^"\\]|\\.)*"\s*:\s.*[,[{]\s*$|"(?:[^"\\]|\\.)*"\s*:\s+["\d[{tfn-])/.test(
    text,
  );

const FORMULA_TEXT = /^="([^"]*)"$/;
/** An apostrophe before what a spreadsheet would run or round. */
const APOSTROPHE = /^'(?=[=+\-@\t＝＋－＠]|\d[\d\s().-]*$)/;

/** A value with its guard taken off; null where it has none. `isCertain` where no other reading is likely. */
export function takeGuardOff(
  value: string,
  isTable: boolean,
): { readonly value: string; readonly isCertain: boolean } | null {
  const first = value.trimStart().charCodeAt(0);
  if (first !== 0x3d && first !== 0x27 && first !== 0x22) return null;
  const trimmed = value.trim();
  const formula = FORMULA_TEXT.exec(trimmed);
  if (formula) return { value: formula[1]!, isCertain: isTable };
  if (APOSTROPHE.test(trimmed)) return { value: trimmed.slice(1), isCertain: false };
  if (trimmed.length > 1 && /^".*"$/s.test(trimmed))
    return { value: trimmed.slice(1, -1).replaceAll('""', '"'), isCertain: false };
  return null;
}

/** Followed by a blank: `1.ana` may be a name. */
const NUMBER = /^\s*(?:(?:№|#|no\.?)\s*)?\d{1,7}\s*[.)]\s+(?=\S)/iu;
const SIGNED_NUMBER = /^\s*[№#]\s*\d{1,7}\s+(?=\S)/u;

/** A line without the number before it; null where it has none. */
export function takeNumberOff(text: string): string | null {
  const [number] = NUMBER.exec(text) ?? SIGNED_NUMBER.exec(text) ?? [];
  return number === undefined ? null : text.slice(number.length);
}

/** Whether a spreadsheet has written a long number in powers of ten: its last digits are lost. */
export const isRounded = (value: string): boolean => /^\s*[+-]?\d(?:[.,]\d+)?E\+\d{1,3}\s*$/i.test(value);
