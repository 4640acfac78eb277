import { LANGUAGES } from '@portside/contract';
import type { Texts } from '../goods/index.ts';
import { cleanHtml } from './clean-html.ts';

/** Without the languages in which nothing is said. */
export function said(texts: Texts): Texts {
  const spoken = LANGUAGES.map((language) => [language, texts[language] ?? ''] as const);
  return Object.fromEntries(spoken.filter(([, text]) => text !== ''));
}

/** HTML in several languages, of each what may stand, without those of which nothing is left. */
export const cleanTexts = (texts: Texts): Texts =>
  said(Object.fromEntries(LANGUAGES.map((language) => [language, cleanHtml(texts[language] ?? '')])));
