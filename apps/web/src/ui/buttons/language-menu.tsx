import { IconWorld } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { setLanguage } from '../../locales/language.ts';
import { languageNames, LANGUAGES, type Language } from '../../locales/languages.ts';
import { Dropdown, DropdownItem } from './dropdown.tsx';
import classes from './language-menu.module.css';

const SHORT: Record<Language, string> = { 'zh-cn': '中', en: 'EN', pt: 'PT', ru: 'RU' };

/** Chooses the language of the page; each language is shown by its own name. */
export function LanguageMenu() {
  const { t, language: shown } = useTranslation();
  const current = shown as Language;
  const face = (
    <span className={classes.face}>
      <IconWorld size={18} stroke={1.7} />
      {SHORT[current]}
    </span>
  );
  return (
    <Dropdown label={`${SHORT[current]}, ${t('shell.language')}`} face={face}>
      {LANGUAGES.map((language) => (
        <DropdownItem
          key={language}
          lang={language}
          isCurrent={language === current}
          onClick={() => setLanguage(language)}
        >
          {languageNames[language]}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}
