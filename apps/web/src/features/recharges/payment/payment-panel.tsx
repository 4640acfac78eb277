import type { Recharge } from '@portside/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { CancelRecharge } from './cancel-recharge.tsx';
import { DelayNotice } from './delay-notice.tsx';
import EndedQuote from './ended-quote.tsx';
import { TxHashForm } from './tx-hash-form.tsx';
import { NetworkPicture } from '../form/network-picture.tsx';
import { isPayable } from '../../../lib/payable-recharge.ts';
import { networkName } from '../../../lib/networks.ts';
import { PaidPart } from './paid-part.tsx';
import { ExactAmount } from './exact-amount.tsx';
import { PayDetails } from './pay-details.tsx';
import classes from './payment-panel.module.css';
import { ProgressSteps } from './progress-steps.tsx';
import { QuoteClock } from './quote-clock.tsx';
import { SeenPayment } from './seen-payment.tsx';
import { SubmittedPayment } from '../submitted/submitted-payment.tsx';
import { useQuote } from './use-quote.ts';
import { WalletLink, type PayPage } from './wallet-link.tsx';

/** Hardly ever needed. */
const HiddenAddress = lazy(() => import('./hidden-address.tsx'));

type Props = {
  recharge: Recharge;
  payPage: PayPage;
  /** Starts a new top-up. */
  onAgain: () => void;
};

const TITLES = {
  payable: 'recharges.payment.title',
  ended: 'recharges.result.expiredTitle',
  none: 'recharges.payment.seenTitle',
} as const;

/**
 * Step two: how to pay, and the payment's progress. Once a payment was detected, no instructions to pay are shown.
 */
export function PaymentPanel({ recharge, payPage, onAgain }: Props) {
  const { t } = useTranslation();
  const quote = useQuote(recharge);
  const isHidden = quote === 'payable' && !isPayable(recharge);
  return (
    <Panel
      title={t(isHidden ? 'recharges.title' : TITLES[quote])}
      aside={quote === 'payable' && <QuoteClock recharge={recharge} />}
    >
      <div className={classes.parts}>
        <PaidPart recharge={recharge} />
        {quote === 'ended' && <EndedQuote recharge={recharge} onAgain={onAgain} />}
        {quote === 'payable' && isPayable(recharge) && (
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
        {quote === 'none' && (
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
        <footer className={classes.foot}>
          <span className={classes.order}>
            {t('recharges.payment.orderId')} <code>{recharge.order_id}</code>
            <CopyButton text={recharge.order_id} name={t('recharges.copy.order')} />
          </span>
          {quote !== 'none' && (
            <div className={classes.actions}>
              <TxHashForm recharge={recharge} />
              <CancelRecharge orderId={recharge.order_id} />
            </div>
          )}
        </footer>
      </div>
    </Panel>
  );
}
