import { LANGUAGES } from '@portside/contract';
import { cleanHtml } from '../../platform/clean-html.ts';
import type { Texts } from './goods.tables.ts';

/** The texts without languages whose text is empty. */
export function withoutEmptyTexts(texts: Texts): Texts {
  const spoken = LANGUAGES.map((language) => [language, texts[language] ?? ''] as const);
  return Object.fromEntries(spoken.filter(([, text]) => text !== ''));
}

/** Sanitises HTML in several languages, without those of which no words are left: an emptied editor leaves tags. */
export const cleanTexts = (texts: Texts): Texts =>
  withoutEmptyTexts(
    Object.fromEntries(
      LANGUAGES.map((language) => {
        const html = cleanHtml(texts[language] ?? '');
        return [language, hasWords(html) ? html : ''];
      }),
    ),
  );

const hasWords = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';
