import { TextInput } from '@mantine/core';
import { readOneTimeCode } from '@portside/contract/wire/pasted';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './delivery.module.css';

/** Confirms the address of a delivery by a code that is mailed to it; the accounts are sent there then. */
export default function ConfirmEmail({ orderNo, email }: { orderNo: string; email: string }) {
  const { t } = useTranslation('service');
  const client = useQueryClient();
  const [isSent, setIsSent] = useState(false);
  const [code, setCode] = useState('');
  const send = useThrottledAction(async () => {
    // Also for a code that was sent before this page was loaded, and that refuses another one.
    setIsSent(true);
    await call('sendConfirmCode', { body: { email } });
    toastSuccess('code', t('delivery.confirm.sent', { email }));
  });
  const confirm = useThrottledAction(async () => {
    await call('confirmEmail', { body: { code } });
    toastSuccess('confirmed', t('delivery.confirm.done'));
    await client.invalidateQueries({ queryKey: queryKey('readOrder', { params: { order_no: orderNo } }) });
    await client.invalidateQueries({ queryKey: queryKey('listOrders') });
  });
  const isCode = readOneTimeCode(code) !== null;
  return (
    <form
      className={classes.confirm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isCode) void confirm.run();
      }}
    >
      <p>{t('delivery.confirm.lede', { email })}</p>
      <ThrottledButton action={send} variant={isSent ? 'default' : 'filled'}>
        {t('delivery.confirm.send')}
      </ThrottledButton>
      {isSent && (
        <>
          <TextInput
            label={t('delivery.confirm.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
          <ThrottledButton type="submit" action={confirm} disabled={!isCode}>
            {t('delivery.confirm.submit')}
          </ThrottledButton>
        </>
      )}
    </form>
  );
}
