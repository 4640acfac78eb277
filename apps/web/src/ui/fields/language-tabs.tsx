import { Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { LANGUAGES, languageNames, type Language } from '../../locales/languages.ts';
import { useLanguage } from '../../locales/use-translation.ts';
import classes from './fields.module.css';

type Props = {
  label: string;
  /** Whether this language has a text. */
  isWritten: (language: Language) => boolean;
  children: (language: Language) => ReactNode;
};

/** One tab per language, the reader's own first. */
export function LanguageTabs({ label, isWritten, children }: Props) {
  const own = useLanguage();
  const [language, setLanguage] = useState<string>(own);
  const languages = LANGUAGES.toSorted((a, b) => Number(b === own) - Number(a === own));
  return (
    <Tabs value={language} onChange={(value) => value && setLanguage(value)} keepMounted={false}>
      <Tabs.List className={classes.languages} aria-label={label}>
        {languages.map((one) => (
          <Tabs.Tab key={one} value={one} data-written={isWritten(one) || undefined}>
            {languageNames[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {languages.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes.texts} lang={one}>
          {children(one)}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
