import { OpenRecharges } from '../features/recharges/history/open-recharges.tsx';
import { useTranslation } from '../locales/use-translation.ts';
import { LatestOrders } from '../features/orders/history/latest-orders.tsx';
import { useOpenRecharges, useRechargeEvents } from '../features/recharges/history/use-recharges.ts';
import { useNavigate } from '../lib/site-location.tsx';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { Link } from 'wouter';
import classes from './home-parts.module.css';

type Props = { area: '/client' | '/mobile' };

/** What waits for a signed-in buyer: open top-ups, and the last orders to buy again, which show with them or not yet. */
export default function HomeOverview({ area }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useRechargeEvents();
  const { data, isLoading } = useOpenRecharges();
  const open = data?.items ?? [];
  return (
    <div className={classes.account}>
      {open.length > 0 && (
        <BlockBoundary>
          <OpenRecharges
            recharges={open}
            onOpen={({ order_id: orderId }) => void navigate(`${area}/amount-recharge?order=${orderId}`)}
          />
        </BlockBoundary>
      )}
      <BlockBoundary>
        <Panel
          title={t('orders.latest.title')}
          aside={<Link to={`${area}/purchase-record`}>{t('orders.latest.all')}</Link>}
        >
          <LatestOrders area={area} isHeld={isLoading} />
        </Panel>
      </BlockBoundary>
    </div>
  );
}
