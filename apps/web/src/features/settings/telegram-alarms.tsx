import { Skeleton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconBellX, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './settings.module.css';
import { useSettingsChanged, updateSettings } from './use-settings-form.ts';

const CHAT = /^(-?\d{1,20}|@[A-Za-z]\w{4,31})$/;

/** The Telegram chat for alarms, and a test message. */
export function TelegramAlarms() {
  const { t } = useTranslation('admin');
  const { data, error, isError, refetch } = useQuery({
    ...query('readSettings'),
    refetchOnWindowFocus: false,
  });
  if (isError && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Panel title={t('settings.telegramAlarms.title')} className={classes.narrow}>
      <p className={classes.lede}>{t('settings.telegramAlarms.lede')}</p>
      {data ? <ChatForm saved={data.telegram_chat_id} /> : <Skeleton height={80} />}
    </Panel>
  );
}

function ChatForm({ saved }: { saved: string }) {
  const { t } = useTranslation('admin');
  const changed = useSettingsChanged();
  const [outcome, setOutcome] = useState<{ problem: string | null } | null>(null);
  const form = useForm({
    initialValues: { chat: saved },
    validate: {
      chat: (value) =>
        value.trim() === '' || CHAT.test(value.trim()) ? null : t('settings.telegramAlarms.notChat'),
    },
  });
  const fields = { telegram_chat_id: 'chat', chat_id: 'chat' } as const;
  const sendForm = useFormCall(form, { fields });
  // Saves nothing, so what was typed stays unsaved.
  const sendTest = useFormCall({ ...form, isDirty: () => false }, { fields });
  const chat = form.values.chat.trim();
  const save = useThrottledAction(async () => {
    await changed(await updateSettings({ telegram_chat_id: chat }, sendForm));
    toastSuccess('settings', t('settings.telegramAlarms.saved'));
  });
  const send = useThrottledAction(async () => {
    setOutcome(null);
    if (form.validate().hasErrors) return;
    setOutcome(await sendTest('sendTestTelegram', { body: { chat_id: chat } }));
  });
  return (
    <>
      <form className={classes.line} onSubmit={form.onSubmit(save.run)} noValidate>
        <TextInput
          label={t('settings.telegramAlarms.chat')}
          description={t('settings.telegramAlarms.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          className={classes.grow}
          {...form.getInputProps('chat')}
        />
        <Allowed to="replaceSettings">
          <ThrottledButton type="submit" action={save}>
            {t('settings.telegramAlarms.save')}
          </ThrottledButton>
        </Allowed>
        <Allowed to="sendTestTelegram">
          <ThrottledButton variant="default" action={send} disabled={chat === ''}>
            {t('settings.telegramAlarms.send')}
          </ThrottledButton>
        </Allowed>
      </form>
      <div className={classes.outcome} aria-live="polite">
        {outcome && <Said problem={outcome.problem} />}
      </div>
    </>
  );
}

function Said({ problem }: { problem: string | null }) {
  const { t } = useTranslation('admin');
  if (problem === null)
    return (
      <Callout tone="good" icon={<IconCircleCheck size={18} />}>
        {t('settings.telegramAlarms.taken')}
      </Callout>
    );
  return (
    <Callout tone="bad" icon={<IconBellX size={18} />} title={t('settings.telegramAlarms.failed')}>
      <code translate="no">{problem}</code>
    </Callout>
  );
}
