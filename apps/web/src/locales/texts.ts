import { LANGUAGES, type Language } from './languages.ts';

/** A text in every language, empty if it has none: what a form edits. */
export type Texts = Record<Language, string>;

/** As the server keeps it. */
type KeptTexts = { readonly [L in Language]?: string | undefined };

export const toTexts = (kept: KeptTexts): Texts =>
  Object.fromEntries(LANGUAGES.map((language) => [language, kept[language] ?? ''])) as Texts;

/** Without those that say nothing. */
export const toKept = (texts: Texts): Partial<Texts> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, text.trim()])
      .filter(([, text]) => text !== ''),
  );

/** Whose text a reader gets whose language has none: English, else the first there is. */
export const fallbackOf = (texts: Texts): Language | undefined =>
  (['en', ...LANGUAGES] as const).find((language) => texts[language].trim() !== '');

/** An editor that was emptied leaves its paragraphs: without those. */
export const withoutBlank = (texts: Texts): Texts => {
  const said = Object.entries(texts).map(([language, html]) => [
    language,
    html.replace(/<[^>]*>/g, '').trim() === '' ? '' : html,
  ]);
  return Object.fromEntries(said) as Texts;
};
