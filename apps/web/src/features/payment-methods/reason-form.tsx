import { Textarea } from '@mantine/core';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { focusNow } from '../../lib/browser/focus-now.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import classes from './payment-methods.module.css';

type Props = { hint: string; submit: string; onSubmit: (reason: string) => Promise<void> };

/** Asks for the reason of an action that is carried out at once. */
export function ReasonForm({ hint, submit, onSubmit }: Props) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState('');
  const send = useThrottledAction(() => onSubmit(reason.trim()));
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{hint}</p>
      <Textarea
        ref={focusNow}
        label={t('deposits.decide.reason')}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ThrottledButton action={send} color="red" disabled={reason.trim().length < SHORTEST_REASON}>
        {submit}
      </ThrottledButton>
    </div>
  );
}
