import { Badge, Group, Select, Skeleton, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Data } from '@portside/contract';
import type { NoticeEvent } from '@portside/contract/notices/notices';
import {
  checkPlaceholders,
  previewOwnText,
  type OwnText,
  type OwnTextEvent,
} from '@portside/contract/notices/own-texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { itemsOf, query, queryKey } from '../../lib/api/query.ts';
import { mayLeave, UnsavedScope } from '../../lib/browser/unsaved.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { LANGUAGES, languageNames, type Language } from '../../locales/languages.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import classes from './notice-list.module.css';

type NoticeText = Data<'replaceNoticeText'>;

/** The operator's own words for each kind of notice, in each language. */
export default function NoticeTexts() {
  const { t } = useTranslation(['admin', 'service']);
  const [language, setLanguage] = useState<Language>(useLanguage() as Language);
  const [chosen, choose] = useState<NoticeEvent | null>(null);
  const texts = useQuery({ ...query('listNoticeTexts', { query: { language } }), select: itemsOf });
  const text = texts.data?.find(({ event }) => event === chosen) ?? texts.data?.[0];
  const [scope] = useState(() => ({}));
  const another = async (change: () => void): Promise<void> => void ((await mayLeave(scope)) && change());
  return (
    <Panel title={t('admin:settings.noticeTexts.title')} className={classes.texts}>
      <p className={classes.lede}>{t('admin:settings.noticeTexts.lede')}</p>
      <div className={classes.choosing}>
        <Select
          label={t('admin:settings.noticeTexts.notice')}
          data={(texts.data ?? []).map(({ event }) => ({
            value: event,
            label: t(`service:notices.event.${event}`),
          }))}
          value={text?.event ?? null}
          allowDeselect={false}
          onChange={(event) => void another(() => choose(event))}
        />
        <Select
          label={t('admin:settings.noticeTexts.language')}
          data={LANGUAGES.map((one) => ({ value: one, label: languageNames[one] }))}
          value={language}
          allowDeselect={false}
          onChange={(one) => void another(() => setLanguage(one as Language))}
        />
      </div>
      {texts.isError && !texts.data && (
        <LoadFailure error={texts.error} onRetry={() => void texts.refetch()} />
      )}
      {!text && !texts.isError && <Skeleton height={240} />}
      {text && (
        <UnsavedScope value={scope}>
          <TextForm key={`${text.event} ${language}`} text={text} />
        </UnsavedScope>
      )}
    </Panel>
  );
}

function TextForm({ text }: { text: NoticeText }) {
  const { t } = useTranslation('admin');
  const readerLanguage = useLanguage();
  const client = useQueryClient();
  const { language, updated_at: updatedAt } = text;
  const event = text.event as OwnTextEvent;
  const form = useTextForm(text);
  const send = useFormCall(form, { fields: { 'text.subject': 'subject', 'text.body': 'body' } });
  const { missing, unknown } = checkPlaceholders(event, form.values);
  const refresh = () => client.invalidateQueries({ queryKey: queryKey('listNoticeTexts') });
  const save = useThrottledAction(async () => {
    await send('replaceNoticeText', { params: { event }, body: { language, text: form.values } });
    form.resetDirty(form.values);
    await refresh();
    toastSuccess('notice-text', t('settings.noticeTexts.saved'));
  });
  const goBack = useThrottledAction(async () => {
    await send('replaceNoticeText', { params: { event }, body: { language } });
    form.resetDirty(form.values);
    await refresh();
    toastSuccess('notice-text', t('settings.noticeTexts.isBack'));
  });
  return (
    <form className={classes.writing} onSubmit={form.onSubmit(save.run)} noValidate>
      <p className={classes.lines}>
        {updatedAt === null
          ? t('settings.noticeTexts.builtIn')
          : t('settings.noticeTexts.own', { at: formatDateTime(updatedAt, readerLanguage) })}
      </p>
      <TextInput
        label={t('settings.noticeTexts.subject')}
        lang={language}
        maxLength={150}
        {...form.getInputProps('subject')}
      />
      <Textarea
        label={t('settings.noticeTexts.body')}
        description={t('settings.noticeTexts.bodyHint')}
        lang={language}
        autosize
        minRows={3}
        maxLength={2_000}
        {...form.getInputProps('body')}
        error={
          unknown.length > 0
            ? t('settings.noticeTexts.unknown', { names: unknown.join(' ') })
            : missing.length > 0
              ? t('settings.noticeTexts.missing', { names: missing.join(' ') })
              : form.errors['body']
        }
      />
      <Placeholders text={text} />
      <Preview text={text} values={form.values} />
      <Allowed to="replaceNoticeText">
        <Group gap="sm">
          <ThrottledButton type="submit" action={save} disabled={missing.length + unknown.length > 0}>
            {t('settings.noticeTexts.save')}
          </ThrottledButton>
          {updatedAt !== null && (
            <ThrottledButton variant="default" action={goBack}>
              {t('settings.noticeTexts.back')}
            </ThrottledButton>
          )}
        </Group>
      </Allowed>
    </form>
  );
}

/** Follows what is stored; what is being typed outlives what a colleague saves. */
function useTextForm(text: NoticeText) {
  const form = useForm({ initialValues: { subject: text.subject, body: text.body } });
  const follow = useEffectEvent(({ subject, body }: NoticeText) => {
    if (!form.isDirty()) form.setValues({ subject, body });
    form.resetDirty({ subject, body });
  });
  useEffect(() => follow(text), [text]);
  return form;
}

function Placeholders({ text: { needed, allowed } }: { text: NoticeText }) {
  const { t } = useTranslation('admin');
  return (
    <Group gap="xs">
      {needed.map((name) => (
        <Badge key={name} variant="light" tt="none" translate="no">
          {`{${name}} · ${t('settings.noticeTexts.needed')}`}
        </Badge>
      ))}
      {allowed.map((name) => (
        <Badge key={name} variant="default" tt="none" translate="no">
          {`{${name}}`}
        </Badge>
      ))}
    </Group>
  );
}

/** What is typed, as its readers would see it, with facts made up. */
function Preview({ text: { event, language }, values }: { text: NoticeText; values: OwnText }) {
  const { t } = useTranslation('admin');
  const readerLanguage = useLanguage();
  const { title, lines } = previewOwnText(event as OwnTextEvent, values, language);
  return (
    <section aria-label={t('settings.noticeTexts.preview')} className={classes.preview} lang={language}>
      <span className={classes.hint} lang={readerLanguage}>
        {t('settings.noticeTexts.preview')}
      </span>
      <strong>{title}</strong>
      {lines.map((line) => (
        <p key={line} className={classes.lines}>
          {line}
        </p>
      ))}
    </section>
  );
}
