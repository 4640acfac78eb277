import { LANGUAGES, type Language } from '@portside/contract/wire/languages';

export { LANGUAGES, type Language };

/** Each in its own words. */
export const languageNames = {
  'zh-cn': '简体中文',
  en: 'English',
  pt: 'Português',
  ru: 'Русский',
} satisfies Record<Language, string>;

/** The stored language, else the first of the browser's that we speak, else English. */
export function chooseLanguage(stored: string | null, browser: readonly string[]): Language {
  for (const wanted of [stored, ...browser]) {
    const tag = wanted?.toLowerCase();
    const exact = LANGUAGES.find((language) => language === tag);
    const related = LANGUAGES.find((language) => tag?.split('-')[0] === language.split('-')[0]);
    if (exact ?? related) return (exact ?? related)!;
  }
  return 'en';
}
