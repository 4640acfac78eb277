import { Button, TextInput } from '@mantine/core';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { focusNow } from '../../lib/browser/focus-now.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';

/** Enables a method, with a reason for the approving colleague. */
export function SwitchOn({ onSubmit }: { onSubmit: (reason: string) => Promise<void> }) {
  const { t } = useTranslation('admin');
  const [reason, setReason] = useState<string | null>(null);
  const submit = useThrottledAction(() => onSubmit((reason ?? '').trim()));
  if (reason === null) return <Button onClick={() => setReason('')}>{t('paymentMethods.on')}</Button>;
  return (
    <>
      <TextInput
        ref={focusNow}
        aria-label={t('paymentMethods.onReason')}
        placeholder={t('paymentMethods.onReason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <ThrottledButton action={submit} disabled={reason.trim().length < SHORTEST_REASON}>
        {t('paymentMethods.on')}
      </ThrottledButton>
    </>
  );
}
