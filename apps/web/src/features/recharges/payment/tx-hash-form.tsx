import { Button, TextInput } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { focusNow } from '../../../lib/browser/focus-now.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { ThrottledButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import classes from './tx-hash-form.module.css';
import { useKeepRecharge } from '../history/use-recharges.ts';

const TX_HASH = /^(0x)?[0-9a-fA-F]{64}$/;

type Props = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token?: string | undefined;
};

/**
 * "I have paid": the buyer submits the transaction hash, so that the shop checks sooner. This alone credits nothing.
 */
export function TxHashForm({ recharge: { order_id: orderId, mode }, token }: Props) {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  const keep = useKeepRecharge();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const send = useThrottledAction(async () => {
    const request = { params: { order_id: orderId }, body: { tx_hash: typed.trim() } };
    keep(await call('submitTxHash', request, token === undefined ? {} : { token }));
    const isClaimable = mode === 'exact_amount' && token === undefined;
    toastSuccess('hint', isClaimable ? t('recharges.hint.thanks') : pay('own.pay.thanks'));
  });

  if (!isOpen)
    return (
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('recharges.hint.ask')}
      </Button>
    );
  return (
    <form
      className={classes.hint}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const isValid = TX_HASH.test(typed.trim());
        setIsWrong(!isValid);
        if (isValid) void send.run();
      }}
    >
      <TextInput
        ref={focusNow}
        className={classes.field}
        label={t('recharges.hint.label')}
        description={t('recharges.hint.text')}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={isWrong && t('recharges.hint.invalid')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIsWrong(false);
        }}
      />
      <ThrottledButton type="submit" action={send}>
        {t('recharges.hint.send')}
      </ThrottledButton>
    </form>
  );
}
