/** Followed by a blank: `1.ana` may be a name. Digits of any script. */
const NUMBER = /^\s*(?:(?:№|#|no\.?)\s*)?\p{Nd}{1,7}\s*(?:[.:,»>|–—-]+\s+|\)\s*|[、．）]\s*)(?=\S)/iu;
const OF_ALL = /^\s*\p{Nd}{1,7}\s*[/／]\s*\p{Nd}{1,7}[.):]?\s+(?=\S)/u;
const SIGNED_NUMBER = /^\s*[№#]\s*\p{Nd}{1,7}\s+(?=\S)/u;
/** Before a letter: `7 999 000` is a phone number. */
const BARE_NUMBER = /^\s*\p{Nd}{1,7}[ \t]+(?=\p{L}|\+\p{Nd})/u;
const BRACKETED = /^\s*[([（【［]\s*\p{Nd}{1,7}\s*[)\]）】］][.:、]?\s*(?=\S)/u;
/** `①`, `⑴`, `❶`, and a digit in a keycap. */
const ENCLOSED =
  /^\s*(?:[\u2160-\u2188\u2460-\u24ff\u2776-\u2793\u3220-\u3229\u3280-\u3289]|[\d#*]\ufe0f?\u20e3)\s*(?=\S)/u;
const HAN = /^\s*[（(]?[一二三四五六七八九十百壹贰叁肆伍陆柒捌玖拾]{1,4}[、．.)）]\s*(?=\S)/u;
/** What programs and lists put before a line: `[+]`, `-`, `•`. */
const BULLET = /^\s*(?:\[[^\][{}"]{1,10}\]|[-–—•‣▪►→✓✔✅])[ \t]+(?=[\p{L}\p{N}+])/u;
/** `a) `, `IV. `. */
const LETTERED = /^(?:[A-Za-z]\)|[IVX]{1,5}[.)])\s+(?=\S)/;
const NO = /^no\b/i;

const KINDS = [NUMBER, OF_ALL, SIGNED_NUMBER, BARE_NUMBER, BRACKETED, ENCLOSED, HAN, BULLET] as const;

/** A number, and the signs or blanks between it and the rest; of lines that are known to be counted. */
const LEAD =
  /^\s*(?:[#№第([（【［{<]\s*)?(\p{Nd}{1,7})(?:\ufe0f?\u20e3|[ºª°个號号]|(?:st|nd|rd|th)\b)?(?:\s*[/／]\s*\p{Nd}+)?(?:\s*[)\]）】}.．、:：,，|;»>→–—_=~·•*-]+\s*|\s+)(?=\S)/u;

/** Words before remarks. */
export const LABELS = new Set(
  (
    'note notes remark attention warning important thanks thank welcome shop store contact support format seller order ' +
    'telegram whatsapp discord website site channel guarantee warranty attn warn please внимание спасибо примечание ' +
    'магазин формат поддержка продавец заказ канал сайт важно гарантия телеграм 备注 備註 注意 说明 說明 谢谢 感谢 格式 ' +
    '联系 聯繫 客服 店铺 店鋪 订单 訂單 售后 售后群 atenção atencao obrigado obrigada observação observacao formato loja contato ' +
    'suporte pedido aviso gracias tienda contacto soporte garantia achtung danke hinweis merci grazie icq skype jabber ' +
    'price stock batch page seite страница цена 价格 preço prix'
  ).split(' '),
);

type Lead = { readonly rest: string; readonly sign: string; readonly number: number };

function leadOf(text: string): Lead | null {
  const [lead, digits] = LEAD.exec(text) ?? [];
  if (lead === undefined) return null;
  const sign = lead.replaceAll(/\p{Nd}+|st\b|nd\b|rd\b|th\b/gu, '1').replaceAll(/\s+/g, ' ');
  return { rest: text.slice(lead.length), sign: sign.trimStart(), number: numberOf(digits!) };
}

/** A line without the number before it, whatever that is; null where it has none. */
export const withoutLead = (text: string): string | null => leadOf(text)?.rest ?? null;

/** Tells the numbers of lines that are known to be counted from the figures that logins begin with. */
export class Numbering {
  #last: Pick<Lead, 'sign' | 'number'> | null = null;
  /** One out of the sequence, from which it may go on. */
  #other: Pick<Lead, 'sign' | 'number'> | null = null;
  readonly #isFirstPart: boolean;

  constructor(isFirstPart: boolean) {
    this.#isFirstPart = isFirstPart;
  }

  /** What is behind the line's number; undefined where its figures may be one, out of the sequence, null for none. */
  take(text: string, line: number): string | null | undefined {
    const lead = leadOf(text);
    if (lead === null) return null;
    const { rest, sign, number } = lead;
    const last = [this.#last, this.#other].find((one) => one?.number === number - 1 && one.sign === sign);
    // A later part goes on where about as many lines were before, as figures of a login hardly do. With blank lines
    // between, its first line is refused: rather that than a login that is cut.
    const isNear = number <= line && number > line * LEAST_STEPS;
    const isFirst = this.#last === null && (isNear || (this.#isFirstPart && number <= 1));
    if (last !== undefined || isFirst) {
      this.#last = { sign, number };
      return rest;
    }
    this.#other = { sign, number };
    return this.#last === null || this.#last.sign === sign ? undefined : null;
  }
}

/** A line without the number or the sign before it; null where it has none, or where that is the account's first value. */
export function takeNumberOff(text: string, separator: string): string | null {
  // Nearly every line begins with a letter.
  const first = text.charCodeAt(0) | 0x20;
  const isLetter = first > 0x60 && first < 0x7b;
  if (isLetter) {
    const kind = NO.test(text) ? NUMBER : LETTERED;
    const [found] = kind.exec(text) ?? [];
    return found === undefined ? null : text.slice(found.length);
  }
  for (const kind of KINDS) {
    const [found] = kind.exec(text) ?? [];
    if (found !== undefined && !found.trimStart().includes(separator)) return text.slice(found.length);
  }
  return null;
}

/**
 * Whether lines count themselves, as `1.ana`, `2.bo`: each number is one more than that before. A number that the
 * separator follows is a value, unless there is one value too many.
 */
export function isCountedUp(texts: readonly string[], separator: string, columns: number): boolean {
  let last: number | null = null;
  let steps = 0;
  for (const text of texts) {
    const [lead, digits] = LEAD.exec(text) ?? [];
    if (lead === undefined) continue;
    if (lead.includes(separator) && (columns < 2 || text.split(separator).length <= columns)) return false;
    const value = numberOf(digits!);
    if (last !== null && value === last + 1) steps += 1;
    last = value;
  }
  return steps >= 2 && steps >= (texts.length - 1) * LEAST_STEPS;
}

const LEAST_STEPS = 0.8;

/** Of digits of any script: those of one begin at a multiple of sixteen, or six after it. */
export const numberOf = (digits: string): number =>
  Array.from(digits).reduce((sum, digit) => {
    const code = digit.codePointAt(0)!;
    const isFromSix = /\p{Nd}/u.test(String.fromCodePoint(code | 0xf));
    return sum * 10 + (code & 0xf) - (isFromSix ? 6 : 0);
  }, 0);
