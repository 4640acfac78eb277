import { useTranslation } from 'react-i18next';

/** The language the page speaks now, for Intl and for texts that are data. */
export const useLanguage = (): string => useTranslation().i18n.language;
