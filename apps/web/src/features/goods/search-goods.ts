import type { Goods } from '@portside/contract';

type Searched = Pick<Goods, 'name' | 'description' | 'category' | 'search_words'>;

/** What a match in each text is worth. */
const WEIGHTS = { name: 3, category: 2, description: 1 } as const;

/**
 * The products in which every word of `text` is found, best match first, equal ones in their given order. Accents and
 * case do not count; a word may be the beginning or a part of another. A word that no product contains may be a typing
 * error: one letter from four on, two from eight on; of Chinese, which has no spaces, half of the pairs of signs.
 */
export function searchGoods<T extends Searched>(goods: readonly T[], text: string): T[] {
  const words = wordsOf(plain(text));
  if (words.length === 0) return [...goods];
  const isKnown = (term: string): boolean =>
    goods.some((one) => textsOf(one).some(({ text: searched }) => searched.includes(term)));
  const terms = words.map((term) => ({ term, mayErr: !isKnown(term) }));
  return goods
    .map((one) => ({ one, score: scoreOf(one, terms) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ one }) => one);
}

type Term = { readonly term: string; readonly mayErr: boolean };

/** The sum of each word's best match; 0 where one of them is not found. */
function scoreOf(goods: Searched, terms: readonly Term[]): number {
  const texts = textsOf(goods);
  let sum = 0;
  for (const { term, mayErr } of terms) {
    const matchOf = mayErr ? nearMatchOf : wholeMatchOf;
    const best = Math.max(...texts.map((text) => text.weight * matchOf(term, text)));
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

type SearchText = { readonly text: string; readonly words: readonly string[]; readonly weight: number };

const known = new WeakMap<Searched, readonly SearchText[]>();

function textsOf(goods: Searched): readonly SearchText[] {
  const found = known.get(goods);
  if (found) return found;
  const { description, category } = goods;
  const name = [goods.name, ...goods.search_words].join(' ');
  const kinds = `${category.name} ${category.parent?.name ?? ''}`;
  const texts = Object.entries({ name, category: kinds, description }).map(([field, value]) => {
    const text = plain(value);
    return { text, words: [...new Set(wordsOf(text))], weight: WEIGHTS[field as keyof typeof WEIGHTS] };
  });
  known.set(goods, texts);
  return texts;
}

/** From 1 for an exact match down to 0 for none. */
function wholeMatchOf(term: string, { text, words }: SearchText): number {
  if (!text.includes(term)) return 0;
  if (words.includes(term)) return 1;
  return words.some((word) => word.startsWith(term)) ? 0.9 : 0.7;
}

function nearMatchOf(term: string, { text, words }: SearchText): number {
  if (/\p{Script=Han}/u.test(term)) return shareOfPairs(term, text) >= 0.5 ? 0.5 : 0;
  const allowed = term.length >= 8 ? 2 : term.length >= 4 ? 1 : 0;
  if (allowed === 0) return 0;
  return words.some((word) => isNear(term, word, allowed)) ? 0.4 : 0;
}

function shareOfPairs(term: string, text: string): number {
  const signs = Array.from(term);
  const pairs = signs.slice(1).map((sign, index) => signs[index]! + sign);
  return pairs.length === 0 ? 0 : pairs.filter((pair) => text.includes(pair)).length / pairs.length;
}

/** Whether a word, or its beginning while the reader is typing, differs in at most so many places. */
function isNear(term: string, word: string, allowed: number): boolean {
  if (word.length < term.length - allowed) return false;
  const lengths = new Set([word.length, term.length - 1, term.length, term.length + 1]);
  return [...lengths].some(
    (length) =>
      length <= word.length &&
      Math.abs(length - term.length) <= allowed &&
      distance(term, word.slice(0, length)) <= allowed,
  );
}

/** How many letters were left out, added, mistaken or swapped with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
