import { Skeleton, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Language } from '@portside/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { fallbackOf } from '../../../locales/texts.ts';
import { LanguageTabs } from '../../../ui/fields/language-tabs.tsx';
import { ReaderPreview } from '../../../ui/data/reader-preview.tsx';
import { RichText } from '../../../ui/data/rich-text.tsx';
import classes from './announcement-form.module.css';
import { type AnnouncementValues } from './announcement-values.ts';

/** The editor is larger than the rest of the page, so it loads lazily. */
const RichTextField = lazy(() => import('../../../ui/fields/rich-text-field.tsx'));

type Form = Pick<UseFormReturnType<AnnouncementValues>, 'values' | 'errors' | 'setFieldValue'>;

/** Title and body per language, with a preview. */
export function AnnouncementTexts({ form }: { form: Form }) {
  const { t } = useTranslation('admin');
  const { title, body } = form.values;
  return (
    <LanguageTabs
      label={t('announcements.field.languages')}
      isWritten={(language) => title[language].trim() !== ''}
    >
      {(language) => (
        <>
          <TextInput
            label={t('announcements.field.title')}
            maxLength={120}
            value={title[language]}
            error={form.errors['title']}
            onChange={({ currentTarget }) => form.setFieldValue(`title.${language}`, currentTarget.value)}
          />
          <Suspense fallback={<Skeleton height={220} />}>
            <RichTextField
              label={t('announcements.field.body')}
              html={body[language]}
              onChange={(html) => form.setFieldValue(`body.${language}`, html)}
            />
          </Suspense>
          {form.errors['body'] && (
            <p role="alert" className={classes.problem}>
              {form.errors['body']}
            </p>
          )}
          <Preview values={form.values} language={language} />
        </>
      )}
    </LanguageTabs>
  );
}

/** What a reader of this language sees, which may be another language's text. */
function Preview({ values: { title, body }, language }: { values: AnnouncementValues; language: Language }) {
  const { t } = useTranslation('admin');
  const read = title[language].trim() === '' ? fallbackOf(title) : language;
  return (
    <ReaderPreview label={t('announcements.preview')} of={read === language ? undefined : read}>
      {read ? (
        <>
          <h3>{title[read]}</h3>
          <RichText html={body[read]} />
        </>
      ) : (
        <p>{t('announcements.nothingWritten')}</p>
      )}
    </ReaderPreview>
  );
}
