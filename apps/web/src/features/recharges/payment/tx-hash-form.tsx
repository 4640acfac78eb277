import type { Recharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';
import { useKeepRecharge } from '../history/use-recharges.ts';
import { HashForm } from './submitted-payment.tsx';
import { lazy, Suspense } from 'react';
import { withTexts } from '../../../locales/language.ts';

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
  const send = async (hash: string) => {
    const request = { params: { order_id: orderId }, body: { tx_hash: hash } };
    keep(await call('submitTxHash', request, token === undefined ? {} : { token }));
    const isClaimable = mode === 'exact_amount' && token === undefined;
    toastSuccess('hint', isClaimable ? t('recharges.hint.thanks') : pay('own.pay.thanks'));
  };
  return <HashForm onSend={send} />;
}

const Question = lazy(
  withTexts('named', async () => ({ default: (await import('./named-payment.tsx')).NearMiss })),
);

/** A payment that nearly answers this top-up, if there is one; for who is signed in and can claim it. */
export const NearMiss = ({ recharge: { near_miss: miss, type } }: { recharge: Recharge }) =>
  miss && (
    <Suspense>
      <Question miss={miss} type={type} />
    </Suspense>
  );
