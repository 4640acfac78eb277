import { Skeleton } from '@mantine/core';
import type { Recharge } from '@portside/contract';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { isPayable, type PayableRecharge } from '../../../lib/payable-recharge.ts';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { FailedState } from '../../../ui/messages/failed-state.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { SpyglassPicture } from '../../../ui/pictures/spyglass.tsx';
import { useEnding } from '../result/use-ending.ts';
import { PaidPart } from '../payment/paid-part.tsx';
import { useRecharge } from '../history/use-recharges.ts';
import classes from './recharge-checkout.module.css';
import { OrderInfo } from './order-info.tsx';
import { OrderProgress } from './order-progress.tsx';

/** Needed once the payment has come. */
const RechargeResult = lazy(() => import('../result/recharge-result.tsx'));

/** Rarely needed, so it loads lazily. */
const EndedQuote = lazy(() => import('../result/ended-quote.tsx'));

/** Hardly ever needed. */
const HiddenAddress = lazy(() => import('../payment/hidden-address.tsx'));

type Props = {
  orderId: string;
  token?: string;
  /** Ways to pay, shown while it waits for its payment. */
  renderWays: (recharge: PayableRecharge) => ReactNode;
  /** Starts a new top-up. */
  onAgain: () => void;
};

/** A top-up on a payment page: details, ways to pay, and the result. */
export function RechargeCheckout({ orderId, token, renderWays, onAgain }: Props) {
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
  return <Loaded key={orderId} recharge={recharge} token={token} renderWays={renderWays} onAgain={onAgain} />;
}

type LoadedProps = { recharge: Recharge; token: string | undefined } & Pick<Props, 'renderWays' | 'onAgain'>;

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
          <Suspense>
            <EndedQuote recharge={recharge} token={token} onAgain={onAgain} />
          </Suspense>
        </Panel>
      )}
      {!isPayable(recharge) && recharge.sub_state === 'waiting' && !isOver && (
        <Suspense>
          <HiddenAddress />
        </Suspense>
      )}
      {isPayable(recharge) && renderWays(recharge)}
    </div>
  );
}
