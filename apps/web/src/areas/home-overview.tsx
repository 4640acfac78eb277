import type { ReactNode } from 'react';
import { OpenRecharges } from '../features/recharges/history/open-recharges.tsx';
import { useTranslation } from '../locales/use-translation.ts';
import { LatestOrders } from '../features/orders/history/latest-orders.tsx';
import { useOpenRecharges, useRechargeEvents } from '../features/recharges/history/use-recharges.ts';
import { useNavigate } from '../lib/site-location.tsx';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { Link } from 'wouter';
import classes from './home-parts.module.css';

type Props = {
  area: '/client' | '/mobile';
  /** Stands in for it until the open top-ups are known, which come first: no row moves under the pointer. */
  before: ReactNode;
};

/** What waits for a signed-in buyer: open top-ups, and the last orders to buy again. */
export default function HomeOverview({ area, before }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useRechargeEvents();
  const { data, isFetched } = useOpenRecharges();
  const open = data?.items ?? [];
  return (
    <>
      {!isFetched && before}
      <div className={classes.account} style={{ display: isFetched ? undefined : 'none' }}>
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
            <LatestOrders area={area} />
          </Panel>
        </BlockBoundary>
      </div>
    </>
  );
}
