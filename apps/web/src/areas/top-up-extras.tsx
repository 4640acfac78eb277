import { useQuery } from '@tanstack/react-query';
import { BonusOffer } from '../features/bonuses/bonus-offer.tsx';
import { RedeemForm } from '../features/redeem-codes/redeem-form.tsx';
import { query } from '../lib/api/query.ts';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { lazy, Suspense } from 'react';
import classes from './pages.module.css';

const BalancePayout = lazy(() => import('../features/agents/balance-payout.tsx'));

/** Below the form of a new top-up: the field for a gift code, what payments earn on top, and top-ups paid back. */
export default function TopUpExtras() {
  return (
    <div className={classes.extras}>
      <BlockBoundary fallback={null}>
        <RedeemForm />
      </BlockBoundary>
      <BlockBoundary fallback={null}>
        <BonusOffer />
      </BlockBoundary>
      <div className={classes.whole}>
        <BlockBoundary fallback={null}>
          <Payback />
        </BlockBoundary>
      </div>
    </div>
  );
}

/** Nothing where the shop pays nothing back and never has; then its forms and sheets are not loaded either. */
function Payback() {
  const { data } = useQuery(query('readOwnBalancePayouts'));
  if (!data || (!data.is_on && data.requests.length === 0)) return null;
  return (
    <Suspense>
      <BalancePayout />
    </Suspense>
  );
}
