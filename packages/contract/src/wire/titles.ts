import type { Language } from './values.ts';

/** A text in some of the shop's languages. */
type Texts = { readonly [L in Language]?: string | undefined };

/** The text in the reader's language, else in English, else in any; empty if there is none. */
export function textIn(texts: Texts, language: Language): string {
  const order = [language, 'en', 'zh-cn', 'pt', 'ru'] as const;
  return order.map((candidate) => texts[candidate]).find((text) => text !== undefined && text !== '') ?? '';
}

/** The title of a page from its headline: a headline is a sentence, a title is not. */
export const titleOf = (headline: string): string => headline.replace(/[.。]\s*$/, '');
