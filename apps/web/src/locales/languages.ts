import type { Language } from '@portside/contract';

export type { Language };

/** In the order of the menu, each in its own words. */
export const languageNames = {
  'zh-cn': '简体中文',
  en: 'English',
  pt: 'Português',
  ru: 'Русский',
} satisfies Record<Language, string>;

export const LANGUAGES = Object.keys(languageNames) as Language[];
