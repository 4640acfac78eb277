import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Network } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ReasonForm } from '../../ui/fields/reason-form.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import classes from './payment-methods.module.css';

/** Warns that a network's addresses are not the approved ones, and restores those. */
export function UnsealedCallout({ type }: { type: Network }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [isAsking, ask] = useState(false);
  const restore = async (reason: string) => {
    await call('restorePaymentMethods', { body: { type, reason } });
    toastSuccess('restore', t('paymentMethods.unsealed.done'));
    await client.invalidateQueries();
  };
  return (
    <div className={classes.unsealed}>
      <Callout tone="bad" icon={<IconAlertTriangle size={20} />} title={t('paymentMethods.unsealed.title')}>
        {t('paymentMethods.unsealed.text')}
      </Callout>
      <Allowed to="restorePaymentMethods">
        {isAsking ? (
          <ReasonForm
            hint={t('paymentMethods.unsealed.lede')}
            submit={t('paymentMethods.unsealed.restore')}
            color="red"
            takesFocus
            onSubmit={restore}
          />
        ) : (
          <Button color="red" variant="light" onClick={() => ask(true)}>
            {t('paymentMethods.unsealed.restore')}
          </Button>
        )}
      </Allowed>
    </div>
  );
}
