import { Button, Textarea } from '@mantine/core';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useMay } from '../../../lib/api/permissions.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/throttled-button.tsx';
import classes from './orders-admin.module.css';
import { SHORTEST_REASON } from '@portside/contract/wire/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { RequestOf } from '../../../lib/api/call.ts';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';

type Props = {
  title: string;
  orderNo: string;
  /** What is settled. The rest of an order can only be refunded. */
  target: SettlementTarget;
  /** Amount of a refund in USDT. */
  price: string;
  /** Set where the target is a claim, which can also be rejected. */
  claimId?: string;
  onCancel?: () => void;
  onDone: () => void;
};

/** Replaces or refunds accounts, or rejects a claim. The buyer reads the reason. */
export function SettleForm({ title, orderNo, target, price, claimId, onCancel, onDone }: Props) {
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  const may = useMay();
  const { reason, setReason, problem, replace, refund, refuse } = useSettlement({ orderNo, target, onDone });
  const isDecider = may('replaceItems') || may('refundOrder') || may('refuseWarrantyClaim');
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
        label={t('warrantyClaims.say')}
        autosize
        minRows={2}
        value={reason}
        error={problem}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={classes.answers}>
        {(target.claim_id !== undefined || target.item_ids) && (
          <Allowed to="replaceItems">
            <ConfirmButton question={t('warrantyClaims.ask.replace')} onConfirm={replace}>
              {t('warrantyClaims.do.replace')}
            </ConfirmButton>
          </Allowed>
        )}
        <Allowed to="refundOrder">
          <ConfirmButton
            variant="light"
            question={t('warrantyClaims.ask.refund', { amount: `${formatUsdt(price, language)} USDT` })}
            onConfirm={refund}
          >
            {t('warrantyClaims.do.refund')}
          </ConfirmButton>
        </Allowed>
        {claimId !== undefined && (
          <Allowed to="refuseWarrantyClaim">
            <ConfirmButton
              variant="light"
              color="red"
              question={t('warrantyClaims.ask.refuse')}
              onConfirm={() => refuse(claimId)}
            >
              {t('warrantyClaims.do.refuse')}
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

/** A claim, accounts by their ids, or all that is left of the order. */
type SettlementTarget = Omit<NonNullable<RequestOf<'replaceItems'>['body']>, 'reason'>;

type Settlement = { orderNo: string; target: SettlementTarget; onDone: () => void };

/** Replaces, refunds or refuses, each with a reason of at least `SHORTEST_REASON` letters that the buyer reads. */
function useSettlement({ orderNo, target, onDone }: Settlement) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ReactNode>(null);
  const send = useFormCall({ values: { reason }, setErrors: ({ reason: found }) => setProblem(found) });

  /** `act` makes the call and answers the message of its success. */
  async function settle(act: (reason: string) => Promise<string>): Promise<void> {
    const written = reason.trim();
    const isMissing = written.length < SHORTEST_REASON;
    setProblem(isMissing && t('warrantyClaims.sayMissing'));
    if (isMissing) return;
    toastSuccess('settled', await act(written));
    setReason('');
    await client.invalidateQueries();
    onDone();
  }
  const requestOf = (written: string) => ({
    params: { order_no: orderNo },
    body: { ...target, reason: written },
  });
  return {
    reason,
    setReason,
    problem,
    replace: () =>
      settle(async (written) => {
        const { proposal } = await send('replaceItems', requestOf(written));
        return t(proposal ? 'warrantyClaims.done.replacementProposed' : 'warrantyClaims.done.replaced');
      }),
    refund: () =>
      settle(async (written) => {
        const { proposal } = await send('refundOrder', requestOf(written));
        return t(proposal ? 'warrantyClaims.done.proposed' : 'warrantyClaims.done.refunded');
      }),
    refuse: (claimId: string) =>
      settle(async (written) => {
        await send('refuseWarrantyClaim', { params: { id: claimId }, body: { reason: written } });
        return t('warrantyClaims.done.refused');
      }),
  };
}
