import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { focusNow } from '../../lib/browser/screen.ts';
import type { call } from '../../lib/api/call.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../buttons/throttled-button.tsx';
import classes from './fields.module.css';
import { useFormCall } from './use-form-call.ts';

type Props = {
  hint: string;
  /** The field's label, if it asks for more than a reason. */
  label?: string;
  submit: string;
  color?: 'red';
  /** Set if the form has just replaced the button that opened it. */
  takesFocus?: boolean;
  /** `send` shows refusals at the field. */
  onSubmit: (reason: string, send: typeof call) => Promise<void>;
};

/** A form for an action that needs a reason and is carried out at once. */
export function ReasonForm({ hint, label, submit, color, takesFocus = false, onSubmit }: Props) {
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
    <form className={classes.reason} onSubmit={form.onSubmit(send.run)} noValidate>
      <p>{hint}</p>
      <Textarea
        {...(takesFocus && { ref: focusNow })}
        label={label ?? t('deposits.decide.reason')}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <ThrottledButton type="submit" action={send} {...(color && { color })}>
        {submit}
      </ThrottledButton>
    </form>
  );
}
