import { Checkbox, TextInput, Skeleton } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { Announcement, Language } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { withTimeZone } from '../../lib/format/local-time.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { LANGUAGES, languageNames } from '../../locales/languages.ts';
import { usePunctuation } from '../../locales/punctuation.ts';
import { Callout } from '../../ui/messages/callout.tsx';
import { fallbackOf } from '../../locales/texts.ts';
import { ConfirmButton, ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Sheet } from '../../ui/layout/sheet.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { latestOf, typedOver, useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './announcement-form.module.css';
import {
  POSITIONS,
  STATES,
  toFormValues,
  toRequestBody,
  type AnnouncementValues,
} from './announcement-values.ts';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { lazy, Suspense } from 'react';
import { LanguageTabs } from '../../ui/fields/language-tabs.tsx';
import { ReaderPreview, RichText } from '../../ui/data/rich-text.tsx';

const WIDTH_PX = 860;

type Props = { announcement: Announcement | null; onClose: () => void };

/** Creates or edits an announcement: position, time, and its texts with a preview. */
export function AnnouncementForm({ announcement, onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const form = useForm<AnnouncementValues>({
    initialValues: toFormValues(announcement),
    validate: {
      ends: (ends, { starts }) => (ends && starts && ends <= starts ? t('announcements.endsFirst') : null),
      positions: (positions) => (positions.length > 0 ? null : t('announcements.positionMissing')),
      title: (title) => (fallbackOf(title) ? null : t('announcements.titleMissing')),
    },
  });
  const send = useFormCall(form, {
    fields: { position: 'positions', also_at: 'positions', starts_at: 'starts', ends_at: 'ends' },
  });
  const done = async () => {
    await client.invalidateQueries({ queryKey: queryKey('listAnnouncements') });
    onClose();
  };
  const save = useThrottledAction(async () => {
    const all = { query: { limit: 500 } };
    const now = announcement && (await latestOf(call('listAnnouncements', all), announcement));
    const body = toRequestBody(now ? typedOver(form, toFormValues(now)) : form.values);
    await (announcement
      ? send('updateAnnouncement', { params: { id: announcement.id }, body })
      : send('createAnnouncement', { body }));
    toastSuccess('announcement', t('announcements.saved'));
    await done();
  });
  return (
    <Sheet
      title={t(announcement ? 'announcements.edit' : 'announcements.add')}
      side="end"
      size={WIDTH_PX}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={form.onSubmit(save.run)} noValidate>
        <PlacementFields form={form} />
        <AnnouncementTexts form={form} />
        <Untranslated title={form.values.title} />
        <div className={classes.buttons}>
          <ChoiceRow
            aria-label={t('announcements.field.state')}
            data={STATES.map((value) => ({ value, label: t(`announcements.state.${value}`) }))}
            value={form.values.state}
            onChange={(state) => form.setFieldValue('state', state)}
          />
          <ThrottledButton type="submit" action={save}>
            {t('announcements.save')}
          </ThrottledButton>
          {announcement && (
            <ConfirmButton
              variant="subtle"
              color="red"
              question={t('announcements.askDelete')}
              onConfirm={async () => {
                await call('deleteAnnouncement', { params: { id: announcement.id } });
                await done();
              }}
            >
              {t('announcements.delete')}
            </ConfirmButton>
          )}
        </div>
      </form>
    </Sheet>
  );
}

type AnnouncementFormForm = Pick<UseFormReturnType<AnnouncementValues>, 'getInputProps'>;

/** Where and when it is shown. */
function PlacementFields({ form }: { form: AnnouncementFormForm }) {
  const { t } = useTranslation('admin');
  return (
    <div className={classes.head}>
      <Checkbox.Group label={t('announcements.field.position')} {...form.getInputProps('positions')}>
        <div className={classes.places}>
          {POSITIONS.map((value) => (
            <Checkbox key={value} size="sm" value={value} label={t(`announcements.position.${value}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        type="datetime-local"
        label={withTimeZone(t('announcements.field.starts'))}
        description={t('announcements.hint.starts')}
        {...form.getInputProps('starts')}
      />
      <TextInput
        type="datetime-local"
        label={withTimeZone(t('announcements.field.ends'))}
        description={t('announcements.hint.ends')}
        {...form.getInputProps('ends')}
      />
    </div>
  );
}

/** The editor is larger than the rest of the page, so it loads lazily. */
const RichTextField = lazy(() => import('../../ui/fields/rich-text-field.tsx'));

type AnnouncementTextsForm = Pick<
  UseFormReturnType<AnnouncementValues>,
  'values' | 'errors' | 'setFieldValue'
>;

/** Title and body per language, with a preview. */
function AnnouncementTexts({ form }: { form: AnnouncementTextsForm }) {
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

/** Says that readers of some languages get the text of another. */
function Untranslated({ title }: Pick<AnnouncementValues, 'title'>) {
  const { t } = useTranslation('admin');
  const { list } = usePunctuation();
  const missing = LANGUAGES.filter((language) => title[language].trim() === '');
  const read = fallbackOf(title);
  if (!read || missing.length === 0) return null;
  const named = (languages: readonly Language[]) => list(languages.map((one) => languageNames[one]));
  return (
    <Callout tone="warn">
      {t('announcements.untranslated', { languages: named(missing), shown: named([read]) })}
    </Callout>
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
