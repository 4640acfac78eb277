/**
 * Characters that nobody sees: zero width, direction, soft hyphens, fillers, variation selectors, tags, separators of
 * lines and paragraphs, and every blank but the space bar's.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Zl}\p{Zp}\u2800]|[^\P{Zs} ]/gu;

const ODD_BLANK = /[^\P{Zs} ]/u;

/** Nearly every line has printable ASCII only. */
const PLAIN = /^[\t\x20-\x7e]*$/;

export const isPlain = (text: string): boolean => PLAIN.test(text);

/** The invisible characters of a text, in its order. */
export const invisibleOf = (text: string): readonly string[] =>
  isPlain(text) ? [] : (text.match(INVISIBLE) ?? []);

const EDGE = new RegExp(`^(?:${INVISIBLE.source})|(?:${INVISIBLE.source})$`, 'u');

/** Whether one is the first or the last of a value. */
export const hasInvisibleEdge = (value: string): boolean => !isPlain(value) && EDGE.test(value);

const ODD_ENDS = /[\u2028\u2029](?=.*\S)/u;

/** Whether an odd line end is in the middle of a line. */
export const hasOddEnd = (text: string): boolean => ODD_ENDS.test(text);

/** Without its invisible characters; an odd blank becomes a plain one. */
export const dropInvisible = (text: string): string =>
  isPlain(text) ? text : text.replaceAll(INVISIBLE, (one) => (ODD_BLANK.test(one) ? ' ' : ''));

/** Whether there is nothing to see. */
export function isEmptyToSee(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > 0x20 && first < 0x7f) && dropInvisible(text).trim() === '';
}

const NAMES: Readonly<Record<string, string>> = {
  '00A0': 'NO-BREAK SPACE',
  '00AD': 'SOFT HYPHEN',
  '034F': 'COMBINING GRAPHEME JOINER',
  '061C': 'ARABIC LETTER MARK',
  '115F': 'HANGUL CHOSEONG FILLER',
  '1160': 'HANGUL JUNGSEONG FILLER',
  '1680': 'OGHAM SPACE MARK',
  '180E': 'MONGOLIAN VOWEL SEPARATOR',
  '2002': 'EN SPACE',
  '2003': 'EM SPACE',
  '2007': 'FIGURE SPACE',
  '2009': 'THIN SPACE',
  '200A': 'HAIR SPACE',
  '200B': 'ZERO WIDTH SPACE',
  '200C': 'ZERO WIDTH NON-JOINER',
  '200D': 'ZERO WIDTH JOINER',
  '200E': 'LEFT-TO-RIGHT MARK',
  '200F': 'RIGHT-TO-LEFT MARK',
  '2028': 'LINE SEPARATOR',
  '2029': 'PARAGRAPH SEPARATOR',
  '202A': 'LEFT-TO-RIGHT EMBEDDING',
  '202B': 'RIGHT-TO-LEFT EMBEDDING',
  '202C': 'POP DIRECTIONAL FORMATTING',
  '202D': 'LEFT-TO-RIGHT OVERRIDE',
  '202E': 'RIGHT-TO-LEFT OVERRIDE',
  '202F': 'NARROW NO-BREAK SPACE',
  '205F': 'MEDIUM MATHEMATICAL SPACE',
  '2060': 'WORD JOINER',
  '2066': 'LEFT-TO-RIGHT ISOLATE',
  '2067': 'RIGHT-TO-LEFT ISOLATE',
  '2068': 'FIRST STRONG ISOLATE',
  '2069': 'POP DIRECTIONAL ISOLATE',
  '2800': 'BRAILLE PATTERN BLANK',
  '3000': 'IDEOGRAPHIC SPACE',
  '3164': 'HANGUL FILLER',
  FE0E: 'VARIATION SELECTOR-15',
  FE0F: 'VARIATION SELECTOR-16',
  FEFF: 'ZERO WIDTH NO-BREAK SPACE',
  FFA0: 'HALFWIDTH HANGUL FILLER',
};

/** `U+200B ZERO WIDTH SPACE`: the code, and the character's name where it is a usual one. */
function nameCharacter(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
  const name = NAMES[code];
  return name === undefined ? `U+${code}` : `U+${code} ${name}`;
}

const MOST_CHARACTERS_NAMED = 50;

/** Invisible characters, and how many there are of each. */
export class Characters {
  readonly #counts = new Map<string, number>();

  add(characters: readonly string[]): void {
    for (const one of characters)
      if (this.#counts.has(one) || this.#counts.size < MOST_CHARACTERS_NAMED)
        this.#counts.set(one, (this.#counts.get(one) ?? 0) + 1);
  }

  details(): readonly { readonly character: string; readonly count: number }[] {
    return Array.from(this.#counts, ([one, count]) => ({ character: nameCharacter(one), count }));
  }
}
