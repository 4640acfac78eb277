import { lazy, Suspense } from 'react';
import { useTranslation } from '../locales/use-translation.ts';
import { LatestOrders } from '../features/orders/history/latest-orders.tsx';
import { useOpenRecharges, useRechargeEvents } from '../features/recharges/history/use-recharges.ts';
import { useNavigate } from '../lib/site-location.tsx';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { Link } from 'wouter';
import classes from './home-parts.module.css';

/** Needed only where a top-up is open. */
const OpenRecharges = lazy(async () => {
  const { OpenRecharges: Open } = await import('../features/recharges/history/open-recharges.tsx');
  return { default: Open };
});

type Props = { area: '/client' | '/mobile' };

/** What waits for a signed-in buyer: open top-ups, and the last orders to buy again, which show with them or not yet. */
export default function HomeOverview({ area }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useRechargeEvents();
  const { data, isLoading } = useOpenRecharges();
  const open = data?.items ?? [];
  const orders = (isHeld: boolean) => (
    <BlockBoundary>
      <Panel
        title={t('orders.latest.title')}
        aside={<Link to={`${area}/purchase-record`}>{t('orders.latest.all')}</Link>}
      >
        <LatestOrders area={area} isHeld={isHeld} />
      </Panel>
    </BlockBoundary>
  );
  return (
    <div className={classes.account}>
      <Suspense fallback={orders(true)}>
        {open.length > 0 && (
          <BlockBoundary>
            <OpenRecharges
              recharges={open}
              onOpen={({ order_id: orderId }) => void navigate(`${area}/amount-recharge?order=${orderId}`)}
            />
          </BlockBoundary>
        )}
        {orders(isLoading)}
      </Suspense>
    </div>
  );
}
