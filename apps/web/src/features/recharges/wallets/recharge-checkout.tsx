import { Skeleton, Button } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { isPayable, type PayableRecharge, networkName } from '../../../lib/networks/networks.ts';
import { EmptyState, FailedState } from '../../../ui/messages/empty-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { SpyglassPicture } from '../../../ui/pictures/pictures.tsx';
import { useEnding } from '../payment/payment-progress.ts';
import { HiddenAddress, PaidPart } from '../notices.tsx';
import { useRecharge } from '../history/use-recharges.ts';
import classes from './wallets.module.css';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { ExactAmount } from '../payment/pay-details.tsx';
import { amountToPay } from '../payment-text.ts';
import { QuoteClock, OrderFoot, ProgressSteps, SeenPayment } from '../payment/payment-status.tsx';
import { TxHashForm, NearMiss } from '../payment/tx-hash-form.tsx';
import { ClaimHost } from '../payment/claim-host.tsx';
import { SubmittedPayment } from '../payment/submitted-payment.tsx';
import ended from '../payment/recharge-result.module.css';

/** Needed once the payment has come. */
const RechargeResult = lazy(() => import('../payment/recharge-result.tsx'));

type RechargeCheckoutProps = {
  orderId: string;
  token?: string;
  /** Ways to pay, shown while it waits for its payment. */
  renderWays: (recharge: PayableRecharge) => ReactNode;
  /** Starts a new top-up. */
  onAgain: () => void;
};

/** A top-up on a payment page: details, ways to pay, and the result. */
export function RechargeCheckout({ orderId, token, renderWays, onAgain }: RechargeCheckoutProps) {
  const { t } = useTranslation('pay');
  const { t: shop } = useTranslation();
  const { data: recharge, error, refetch } = useRecharge(orderId, token);
  if (!recharge && error === null) return <Skeleton height={420} radius="lg" />;
  if (!recharge) {
    const isGone = isRefusal(error, 'notFound', 'invalidFormat', 'notSignedIn');
    if (!isGone) return <FailedState onRetry={() => void refetch()} />;
    return (
      <Panel>
        <EmptyState
          picture={<SpyglassPicture />}
          text={token === undefined ? shop('recharges.payment.notFound') : t('pages.ticket.lost')}
        />
      </Panel>
    );
  }
  return (
    <ClaimHost key={orderId}>
      <Loaded recharge={recharge} token={token} renderWays={renderWays} onAgain={onAgain} />
    </ClaimHost>
  );
}

type LoadedProps = { recharge: Recharge; token: string | undefined } & Pick<
  RechargeCheckoutProps,
  'renderWays' | 'onAgain'
>;

/**
 * Buyers who arrive after the payment window see its result; those who were already paying keep their wallet in view.
 */
function Loaded({ recharge, token, renderWays, onAgain }: LoadedProps) {
  const ending = useEnding(recharge);
  const [hadEnded] = useState(ending !== null);
  if (ending !== null && (hadEnded || recharge.sub_state !== 'waiting'))
    return (
      <Suspense fallback={<Skeleton height={420} radius="lg" />}>
        <RechargeResult recharge={recharge} ending={ending} token={token} onAgain={onAgain} />
      </Suspense>
    );
  return (
    <div className={classes.page}>
      <div className={classes.order}>
        <OrderInfo recharge={recharge} />
        <PaidPart recharge={recharge} />
      </div>
      <Ways recharge={recharge} token={token} isOver={ending !== null} {...{ renderWays, onAgain }} />
      <OrderProgress recharge={recharge} token={token} isOver={ending !== null} />
    </div>
  );
}

function Ways({ recharge, token, isOver, renderWays, onAgain }: LoadedProps & { isOver: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes.ways}>
      {isOver && (
        <Panel title={t('recharges.result.expiredTitle')}>
          <EndedQuote recharge={recharge} token={token} onAgain={onAgain} />
        </Panel>
      )}
      {!isPayable(recharge) && recharge.sub_state === 'waiting' && !isOver && <HiddenAddress />}
      {isPayable(recharge) && renderWays(recharge)}
    </div>
  );
}

/** The payment's details, to check before a wallet is asked. */
function OrderInfo({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('pay');
  const { t: shop } = useTranslation();
  return (
    <Panel
      title={t('pages.order.title')}
      aside={
        recharge.sub_state === 'waiting' &&
        recharge.mode === 'exact_amount' && <QuoteClock recharge={recharge} />
      }
    >
      <dl className={classes.facts}>
        <div className={classes.wide}>
          <dt>{t('pages.order.amount')}</dt>
          <dd className={classes.line}>
            <ExactAmount recharge={recharge} className={classes.amount} />
            <CopyButton text={amountToPay(recharge)} name={shop('recharges.payment.copyAmount')} />
          </dd>
          <dd className={classes.hint}>
            {t(recharge.mode === 'exact_amount' ? 'pages.order.amountHint' : 'own.pay.anyAmount')}
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
              <code translate="no" className={classes.code} data-testid="pay-address">
                {recharge.wallet_address}
              </code>
              <CopyButton text={recharge.wallet_address} name={shop('recharges.payment.copyAddress')} />
            </dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}

type OrderProgressProps = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token: string | undefined;
  /** After the payment window the form stands beside the way to another top-up. */
  isOver: boolean;
};

/** How far the payment is, the top-up's number, and "I have paid". */
function OrderProgress({ recharge, token, isOver }: OrderProgressProps) {
  return (
    <Panel className={classes.progress}>
      <SeenPayment recharge={recharge} />
      <SubmittedPayment recharge={recharge} token={token} />
      {recharge.sub_state === 'waiting' && token === undefined && <NearMiss recharge={recharge} />}
      <ProgressSteps recharge={recharge} />
      <OrderFoot orderId={recharge.order_id}>
        {recharge.sub_state === 'waiting' && !isOver && <TxHashForm recharge={recharge} token={token} />}
      </OrderFoot>
    </Panel>
  );
}

type Props = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token: string | undefined;
  onAgain: () => void;
};

/** Shown after the payment window: a payment already sent is still credited, a new one needs a new top-up. */
function EndedQuote({ recharge, token, onAgain }: Props) {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  // What arrived of one that was paid in part is shown beside it.
  const isPartlyPaid = recharge.missing_amount !== null;
  const isExact = recharge.mode === 'exact_amount';
  return (
    <div className={ended.ended} aria-live="polite">
      {!isPartlyPaid && (
        <p className={ended.endedQuoteText}>
          {isExact ? t('recharges.result.expiredText') : pay('own.pay.ended')}
        </p>
      )}
      <div className={ended.endedQuoteActions}>
        <Button onClick={onAgain}>{t('recharges.result.again')}</Button>
        {recharge.awaits_payment && <TxHashForm recharge={recharge} token={token} />}
      </div>
    </div>
  );
}
