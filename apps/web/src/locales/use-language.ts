import { useTranslation } from './use-translation.ts';

/** The language the page speaks now, for Intl and for texts that are data. */
export const useLanguage = (): string => useTranslation().language;
