import type { Recharge } from '@portside/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CancelRecharge } from './cancel-recharge.tsx';
import { DelayNotice } from './delay-notice.tsx';
import { TxHashForm } from './tx-hash-form.tsx';
import { NetworkPicture } from '../form/network-picture.tsx';
import { isPayable } from '../../../lib/payable-recharge.ts';
import { networkName } from '../../../lib/networks.ts';
import { PaidPart } from './paid-part.tsx';
import { OrderFoot } from './order-foot.tsx';
import { ExactAmount } from './exact-amount.tsx';
import { PayDetails } from './pay-details.tsx';
import classes from './payment-panel.module.css';
import { ProgressSteps } from './progress-steps.tsx';
import { QuoteClock } from './quote-clock.tsx';
import { SeenPayment } from './seen-payment.tsx';
import { SubmittedPayment } from '../submitted/submitted-payment.tsx';
import { WalletLink, type PayPage } from './wallet-link.tsx';

/** Hardly ever needed. */
const HiddenAddress = lazy(() => import('./hidden-address.tsx'));

type Props = {
  recharge: Recharge;
  payPage: PayPage;
};

/**
 * Step two of a top-up that goes on: how to pay, and the payment's progress. Once a payment was detected, no
 * instructions to pay are shown.
 */
export function PaymentPanel({ recharge, payPage }: Props) {
  const { t } = useTranslation();
  const isAwaited = recharge.sub_state === 'waiting';
  const isHidden = isAwaited && !isPayable(recharge);
  const title = isAwaited ? 'recharges.payment.title' : 'recharges.payment.seenTitle';
  return (
    <Panel
      title={t(isHidden ? 'recharges.title' : title)}
      aside={isAwaited && <QuoteClock recharge={recharge} />}
    >
      <div className={classes.parts}>
        <PaidPart recharge={recharge} />
        {isAwaited && isPayable(recharge) && (
          <>
            <WalletLink recharge={recharge} payPage={payPage} />
            <PayDetails recharge={recharge} />
          </>
        )}
        {isHidden && (
          <Suspense>
            <HiddenAddress />
          </Suspense>
        )}
        {!isAwaited && (
          <div className={classes.paid}>
            <NetworkPicture network={recharge.type} size={112} />
            <div>
              <ExactAmount recharge={recharge} className={classes.sum} />
              <span className={classes.network}>{networkName(recharge.type)}</span>
            </div>
            <div className={classes.transaction}>
              <SeenPayment recharge={recharge} />
            </div>
          </div>
        )}
        <SubmittedPayment recharge={recharge} />
        <DelayNotice />
        <ProgressSteps recharge={recharge} />
        <OrderFoot orderId={recharge.order_id}>
          {isAwaited && (
            <>
              <TxHashForm recharge={recharge} />
              <CancelRecharge orderId={recharge.order_id} />
            </>
          )}
        </OrderFoot>
      </div>
    </Panel>
  );
}
