import type { Language } from '@portside/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { storedState, updateStored, useStored } from '../lib/stored/stored-state.ts';
import type { Catalogue } from './catalogue.ts';
import { chooseLanguage } from './choose-language.ts';

const load: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  'zh-cn': () => import('./zh-cn/index.ts'),
  en: () => import('./en/index.ts'),
  pt: () => import('./pt/index.ts'),
  ru: () => import('./ru/index.ts'),
};

/** Loads the reader's catalogue and makes i18next ready. Call once, before the first render. */
export async function startLanguage(): Promise<void> {
  const language = chooseLanguage(storedState().language, navigator.languages);
  const { catalogue } = await load[language]();
  document.documentElement.lang = language;
  await i18next.use(initReactI18next).init({
    lng: language,
    lowerCaseLng: true,
    load: 'currentOnly',
    fallbackLng: false,
    resources: { [language]: { translation: catalogue } },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  followStored();
}

/** Clearing the storage clears the choice too: the page then speaks the browser's language again. */
function followStored(): void {
  useStored.subscribe((now, before) => {
    if (now.language !== before.language)
      void showLanguage(chooseLanguage(now.language, navigator.languages));
  });
}

/** Keeps the reader's choice; the page changes once the catalogue is there. */
export const setLanguage = (language: Language): void => updateStored({ language });

async function showLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { catalogue } = await load[language]();
    i18next.addResourceBundle(language, 'translation', catalogue);
  }
  document.documentElement.lang = language;
  await i18next.changeLanguage(language);
}
