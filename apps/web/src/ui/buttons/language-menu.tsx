import { IconWorld, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { setLanguage } from '../../locales/language.ts';
import { languageNames, LANGUAGES, type Language } from '../../locales/languages.ts';
import { Dropdown, DropdownItem } from './dropdown.tsx';
import classes from './dropdown.module.css';
import { ActionIcon } from '@mantine/core';
import { chooseColourScheme, useIsDark } from '../../lib/browser/screen.ts';

const SHORT: Record<Language, string> = { 'zh-cn': '中', en: 'EN', pt: 'PT', ru: 'RU' };

/** Chooses the language of the page; each language is shown by its own name. */
export function LanguageMenu() {
  const { t, language: shown } = useTranslation();
  const current = shown as Language;
  const face = (
    <span className={classes.language}>
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

/**
 * Switches between the light and the dark theme. CSS picks the icon, because prerendered HTML does not know the
 * theme.
 */
export function ColourSchemeButton() {
  const { t } = useTranslation();
  const isDark = useIsDark();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t(isDark ? 'shell.toLight' : 'shell.toDark')}
      onClick={() => chooseColourScheme(isDark ? 'light' : 'dark')}
    >
      <IconSun size={19} stroke={1.7} className="mantine-light-hidden" />
      <IconMoon size={19} stroke={1.7} className="mantine-dark-hidden" />
    </ActionIcon>
  );
}
