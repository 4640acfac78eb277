import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconCircleCheck, IconMailX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useIsSandbox, useStored } from '../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { AllowedFields } from '../../ui/layout/allowed.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../ui/fields/use-form-call.ts';
import classes from './settings.module.css';

type Outcome = { readonly to: string; readonly problem: string | null };

/** Sends a test e-mail and shows the mail server's answer. */
export function MailTest() {
  const { t } = useTranslation('admin');
  const own = useStored((s) => s.user?.email) ?? '';
  const isSandbox = useIsSandbox();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const form = useForm({
    initialValues: { to: own },
    validate: { to: (value) => (/^\S+@\S+$/.test(value.trim()) ? null : t('settings.mail.notAddress')) },
  });
  const ask = useFormCall(form);
  const send = useThrottledAction(async ({ to }: { to: string }) => {
    setOutcome(null);
    const { problem } = await ask('sendTestMail', { body: { to: to.trim() } });
    setOutcome({ to: to.trim(), problem });
  });
  return (
    <Panel title={t('settings.mail.title')} className={classes.narrow}>
      <p className={classes.lede}>{t(isSandbox ? 'settings.mail.sandbox' : 'settings.mail.lede')}</p>
      <form className={classes.line} onSubmit={form.onSubmit(send.run)} noValidate>
        <AllowedFields to="sendTestMail">
          <TextInput
            label={t('settings.mail.to')}
            type="email"
            className={classes.grow}
            {...form.getInputProps('to')}
          />
          <ThrottledButton type="submit" action={send}>
            {t('settings.mail.send')}
          </ThrottledButton>
        </AllowedFields>
      </form>
      <div className={classes.outcome} aria-live="polite">
        {outcome && <Said outcome={outcome} />}
      </div>
    </Panel>
  );
}

function Said({ outcome: { to, problem } }: { outcome: Outcome }) {
  const { t } = useTranslation('admin');
  if (problem === null)
    return (
      <Callout tone="good" icon={<IconCircleCheck size={18} />}>
        {t('settings.mail.taken', { to })}
      </Callout>
    );
  return (
    <Callout tone="bad" icon={<IconMailX size={18} />} title={t('settings.mail.failed')}>
      <code translate="no">{problem}</code>
    </Callout>
  );
}
