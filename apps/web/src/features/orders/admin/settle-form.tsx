import { Button, Textarea } from '@mantine/core';
import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/api/use-may.ts';
import type { RequestOf } from '../../../lib/api/call.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import classes from './order-items.module.css';

type Target = Omit<NonNullable<RequestOf<'replaceItems'>['body']>, 'reason'>;

type Props = {
  title: string;
  orderNo: string;
  /** A claim, accounts by their ids, or whatever is left of the order: that can be paid back only. */
  target: Target;
  /** What paying it back comes to. */
  price: string;
  /** Where the target is a claim, which can be refused too. */
  claimId?: string;
  onCancel?: () => void;
  onDone: () => void;
};

/** Makes good for accounts, or says no; the reason is what the buyer reads. */
export function SettleForm({ title, orderNo, target, price, claimId, onCancel, onDone }: Props) {
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  const client = useQueryClient();
  const may = useMay();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ReactNode>(null);
  const send = useFormCall({ values: { reason }, setErrors: ({ reason: found }) => setProblem(found) });

  const settle = async (act: (reason: string) => Promise<string>) => {
    const said = reason.trim();
    const isMissing = said.length < SHORTEST_REASON;
    setProblem(isMissing && t('claims.sayMissing'));
    if (isMissing) return;
    toastSuccess('settled', await act(said));
    setReason('');
    await client.invalidateQueries();
    onDone();
  };
  const requestOf = (said: string) => ({ params: { order_no: orderNo }, body: { ...target, reason: said } });
  const replace = () =>
    settle(async (said) => {
      await send('replaceItems', requestOf(said));
      return t('claims.done.replaced');
    });
  const refund = () =>
    settle(async (said) => {
      const { proposal } = await send('refundOrder', requestOf(said));
      return t(proposal ? 'claims.done.proposed' : 'claims.done.refunded');
    });
  const refuse = (id: string) => () =>
    settle(async (said) => {
      await send('refuseClaim', { params: { id }, body: { reason: said } });
      return t('claims.done.refused');
    });
  const isDecider = may('replaceItems') || may('refundOrder') || may('refuseClaim');
  if (!isDecider)
    return (
      <div className={classes.form}>
        <h4>{title}</h4>
      </div>
    );
  return (
    <div className={classes.form}>
      <h4>{title}</h4>
      <Textarea
        label={t('claims.say')}
        autosize
        minRows={2}
        value={reason}
        error={problem}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes.answers}>
        {(target.claim_id !== undefined || target.item_ids) && (
          <Allowed to="replaceItems">
            <ConfirmButton question={t('claims.ask.replace')} onConfirm={replace}>
              {t('claims.do.replace')}
            </ConfirmButton>
          </Allowed>
        )}
        <Allowed to="refundOrder">
          <ConfirmButton
            variant="light"
            question={t('claims.ask.refund', { amount: `${formatUsdt(price, language)} USDT` })}
            onConfirm={refund}
          >
            {t('claims.do.refund')}
          </ConfirmButton>
        </Allowed>
        {claimId !== undefined && (
          <Allowed to="refuseClaim">
            <ConfirmButton
              variant="light"
              color="red"
              question={t('claims.ask.refuse')}
              onConfirm={refuse(claimId)}
            >
              {t('claims.do.refuse')}
            </ConfirmButton>
          </Allowed>
        )}
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('translation:shell.cancel')}
          </Button>
        )}
      </div>
    </div>
  );
}
