import { createContext, use, useMemo, useSyncExternalStore } from 'react';
import { Translator, type Values } from './translator.ts';
import type { Group, TextKey } from './text-key.ts';

/** The texts that the whole site shows; languages and groups are added as they are loaded. */
export const translator = new Translator('en');

/** Other texts for a part of the page: for tests. */
export const TranslatorContext = createContext(translator);

/**
 * Texts of a group in the reader's language; the page is drawn again when that changes. The group must be loaded
 * (`withTexts`).
 */
export function useTranslation<const G extends Group | readonly Group[] = 'translation'>(group?: G) {
  const { subscribe, speech } = use(TranslatorContext);
  const { language, translate } = useSyncExternalStore(subscribe, speech, speech);
  const names = String(group ?? 'translation');
  const t = useMemo(() => {
    const groups = names.split(',');
    return (name: TextKey<G>, values?: Values): string => translate(groups, name, values);
  }, [names, translate]);
  return { t, language };
}

/** The language the page speaks now, for Intl and for texts that are data. */
export const useLanguage = (): string => useTranslation().language;
