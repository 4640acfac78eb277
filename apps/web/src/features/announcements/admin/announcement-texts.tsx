import { Skeleton, Tabs, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Language } from '@portside/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, languageNames } from '../../../locales/languages.ts';
import { fallbackOf } from '../../../locales/texts.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import classes from './announcement-form.module.css';
import { type AnnouncementValues } from './announcement-values.ts';

/** An editor weighs more than the rest of the page. */
const RichTextField = lazy(() => import('./rich-text-field.tsx'));

type Form = Pick<UseFormReturnType<AnnouncementValues>, 'values' | 'errors' | 'setFieldValue'>;

/** Title and text in each language, and how a reader of it sees them. */
export function AnnouncementTexts({ form }: { form: Form }) {
  const { t } = useTranslation('admin');
  const [language, setLanguage] = useState<string>(useLanguage());
  const { title, body } = form.values;
  return (
    <Tabs value={language} onChange={(value) => value && setLanguage(value)} keepMounted={false}>
      <Tabs.List className={classes.languages} aria-label={t('announcements.field.languages')}>
        {LANGUAGES.map((one) => (
          <Tabs.Tab key={one} value={one} data-written={title[one].trim() !== '' || undefined}>
            {languageNames[one]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LANGUAGES.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes.texts} lang={one}>
          <TextInput
            label={t('announcements.field.title')}
            maxLength={120}
            value={title[one]}
            error={form.errors['title']}
            onChange={({ currentTarget }) => form.setFieldValue(`title.${one}`, currentTarget.value)}
          />
          <Suspense fallback={<Skeleton height={220} />}>
            <RichTextField
              label={t('announcements.field.body')}
              html={body[one]}
              onChange={(html) => form.setFieldValue(`body.${one}`, html)}
            />
          </Suspense>
          <Preview values={form.values} language={one} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** As a reader of this language sees it, who may get another one's text. */
function Preview({ values: { title, body }, language }: { values: AnnouncementValues; language: Language }) {
  const { t } = useTranslation('admin');
  const read = title[language].trim() === '' ? fallbackOf(title) : language;
  return (
    <section className={classes.preview} aria-label={t('announcements.preview')}>
      <p className={classes.previewOf}>
        {t('announcements.preview')}
        {read && read !== language && ` · ${languageNames[read]}`}
      </p>
      {read ? (
        <>
          <h3>{title[read]}</h3>
          <RichText html={body[read]} />
        </>
      ) : (
        <p className={classes.previewOf}>{t('announcements.nothingWritten')}</p>
      )}
    </section>
  );
}
