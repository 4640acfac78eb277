import { SHORTEST_REASON } from '@portside/contract/wire/reason';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import type { RequestOf } from '../../../lib/api/call.ts';
import { useFormCall } from '../../../ui/fields/use-form-call.ts';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';

/** A claim, accounts by their ids, or all that is left of the order. */
export type SettlementTarget = Omit<NonNullable<RequestOf<'replaceItems'>['body']>, 'reason'>;

type Settlement = { orderNo: string; target: SettlementTarget; onDone: () => void };

/** Replaces, refunds or refuses, each with a reason of at least `SHORTEST_REASON` letters that the buyer reads. */
export function useSettlement({ orderNo, target, onDone }: Settlement) {
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
