import { Skeleton } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { AfterContent } from '../../../lib/api/after-content.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { networkName } from '../../../lib/networks.ts';
import { ExactAmount } from '../payment/exact-amount.tsx';
import { amountToPay } from '../payment/pay-amount-parts.ts';
import { ProgressSteps } from '../payment/progress-steps.tsx';
import { QuoteClock } from '../payment/quote-clock.tsx';
import { SeenPayment } from '../payment/seen-payment.tsx';
import { SubmittedPayment } from '../submitted/submitted-payment.tsx';
import classes from './order-info.module.css';

/** Needed once somebody has paid. */
const TxHashForm = lazy(async () => ({ default: (await import('../payment/tx-hash-form.tsx')).TxHashForm }));

const place = <Skeleton height={36} width={110} />;

type Props = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token: string | undefined;
  /** After the time to pay the form is beside the way to another top-up. */
  isOver: boolean;
};

/** The payment's details, to check before a wallet is asked, and its progress. */
export function OrderInfo({ recharge, token, isOver }: Props) {
  const { t } = useTranslation('pay');
  const { t: shop } = useTranslation();
  return (
    <Panel
      title={t('pages.order.title')}
      aside={recharge.sub_state === 'waiting' && <QuoteClock recharge={recharge} />}
    >
      <dl className={classes.facts}>
        <div className={classes.wide}>
          <dt>{t('pages.order.amount')}</dt>
          <dd className={classes.line}>
            <ExactAmount recharge={recharge} className={classes.amount} />
            <CopyButton text={amountToPay(recharge)} label={shop('recharges.payment.copyAmount')} />
          </dd>
          <dd className={classes.hint}>
            {t(recharge.mode === 'exact_amount' ? 'pages.order.amountHint' : 'own.pay.anyAmount')}
          </dd>
        </div>
        <div>
          <dt>{t('pages.order.number')}</dt>
          <dd className={classes.line}>
            <code className={classes.code}>{recharge.order_id}</code>
            <CopyButton text={recharge.order_id} name={shop('recharges.copy.order')} />
          </dd>
        </div>
        <div>
          <dt>{t('pages.order.network')}</dt>
          <dd className={classes.network}>{networkName(recharge.type)}</dd>
        </div>
        {recharge.wallet_address !== null && (
          <div className={classes.wide}>
            <dt>{t('pages.order.receiver')}</dt>
            <dd className={classes.line}>
              <code className={classes.code} data-testid="pay-address">
                {recharge.wallet_address}
              </code>
              <CopyButton text={recharge.wallet_address} label={shop('recharges.payment.copyAddress')} />
            </dd>
          </div>
        )}
      </dl>
      <SeenPayment recharge={recharge} />
      <SubmittedPayment recharge={recharge} />
      <ProgressSteps recharge={recharge} />
      {recharge.sub_state === 'waiting' && !isOver && (
        <div className={classes.paid}>
          <AfterContent before={place}>
            <Suspense fallback={place}>
              <TxHashForm recharge={recharge} token={token} />
            </Suspense>
          </AfterContent>
        </div>
      )}
    </Panel>
  );
}
