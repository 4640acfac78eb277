/** Of the shop's texts, in the order of every menu. Apart from the schemas: each page loads it. */
export const LANGUAGES = ['zh-cn', 'en', 'pt', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in some of the shop's languages. */
type Texts = { readonly [L in Language]?: string | undefined };

/** The text in the reader's language, else in English, else in any; empty if there is none. */
export function textIn(texts: Texts, language: Language): string {
  const order = [language, 'en', ...LANGUAGES] as const;
  return order.map((candidate) => texts[candidate]).find((text) => text !== undefined && text !== '') ?? '';
}
