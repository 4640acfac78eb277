import { LANGUAGES, type Language } from '@portside/contract';
import type { Texts } from './goods.tables.ts';

/** The text in the reader's language, else in English, else in any. */
export function textIn(texts: Texts, language: Language): string {
  const order = [language, 'en', ...LANGUAGES] as const;
  return order.map((candidate) => texts[candidate]).find((text) => text !== undefined && text !== '') ?? '';
}
