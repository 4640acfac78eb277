import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { call } from '../../../lib/api/call.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './chain-health.module.css';

type Props = {
  hint: string;
  label: string;
  submit: string;
  /** `send` shows refusals at the field. */
  onSubmit: (reason: string, send: typeof call) => Promise<void>;
};

/** A form for an action that needs a reason. */
export function ReasonForm({ hint, label, submit, onSubmit }: Props) {
  const { t } = useTranslation('admin');
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (value) => (value.trim().length < SHORTEST_REASON ? t('deposits.decide.reasonMissing') : null),
    },
  });
  const sendForm = useFormCall(form);
  const send = useThrottledAction(({ reason }: { reason: string }) => onSubmit(reason.trim(), sendForm));
  return (
    <form className={classes.form} onSubmit={form.onSubmit(send.run)} noValidate>
      <p>{hint}</p>
      <Textarea label={label} autosize minRows={2} {...form.getInputProps('reason')} />
      <ThrottledButton type="submit" action={send}>
        {submit}
      </ThrottledButton>
    </form>
  );
}
