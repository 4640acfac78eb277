import { Button, Menu } from '@mantine/core';
import { IconCheck, IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../locales/language.ts';
import { languageNames, LANGUAGES, type Language } from '../locales/languages.ts';

/** Chooses the language of the page; each is named in its own words. */
export function LanguageMenu() {
  const { t, i18n } = useTranslation();
  const current = i18n.language as Language;
  return (
    <Menu position="bottom-end" width={170} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px={8}
          aria-label={t('shell.language')}
          leftSection={<IconWorld size={18} stroke={1.7} />}
          styles={{ section: { marginInlineEnd: 5 } }}
        >
          {SHORT[current]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => setLanguage(language)}
            rightSection={language === current && <IconCheck size={15} />}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const SHORT: Record<Language, string> = { 'zh-cn': '中', en: 'EN', pt: 'PT', ru: 'RU' };
