import { TextInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isEmail, plainEmail } from '../../lib/format/field-rules.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './takedown-request-form.module.css';
import { focusNow } from '../../lib/browser/screen.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { LifebuoyPicture } from '../../ui/pictures/pictures.tsx';

const SUBJECT = { shortest: 3, longest: 200 };
const EXPLANATION = { shortest: 10, longest: 4_000 };

/** For rightful owners of something sold here. No sign-in needed. */
export function TakedownRequestForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('service');
  const form = useForm({
    initialValues: { email: '', subject: '', explanation: '' },
    validate: {
      email: (value) => (isEmail(value) ? null : t('reports.rule.email')),
      subject: (value) => (value.trim().length >= SUBJECT.shortest ? null : t('reports.rule.subject')),
      explanation: (value) =>
        value.trim().length >= EXPLANATION.shortest ? null : t('reports.rule.explanation'),
    },
    validateInputOnBlur: true,
  });
  useUnsaved(() => form.isDirty());
  const send = useThrottledAction(async ({ email, subject, explanation }: typeof form.values) => {
    await call('createReport', {
      body: { email: plainEmail(email), subject: subject.trim(), explanation: explanation.trim() },
    });
    onSent();
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <TextInput
        label={t('reports.email')}
        description={t('reports.emailHint')}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={t('reports.subject')}
        description={t('reports.subjectHint')}
        maxLength={SUBJECT.longest}
        autoComplete="off"
        {...form.getInputProps('subject')}
      />
      <Textarea
        label={t('reports.explanation')}
        description={t('reports.explanationHint')}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={EXPLANATION.longest}
        {...form.getInputProps('explanation')}
      />
      <p className={classes.warning}>{t('reports.noSecrets')}</p>
      <ThrottledButton type="submit" action={send} size="md" className={classes.send}>
        {t('reports.send')}
      </ThrottledButton>
    </form>
  );
}

/** The same for every request, so that it does not reveal whether the shop has the item. */
export function TakedownRequestSent() {
  const { t } = useTranslation('service');
  return (
    <div ref={focusNow} tabIndex={-1}>
      <EmptyState
        picture={<LifebuoyPicture />}
        title={t('reports.sent.title')}
        text={t('reports.sent.text')}
      />
    </div>
  );
}
