import { lazy, Suspense } from 'react';
import { withTexts } from '../locales/language.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { OrderFilterBar, OrderList } from '../features/orders/history/order-list.tsx';
import { useOpenedOrder } from '../features/orders/history/order-filter.ts';
import { useLiveOrders } from '../features/orders/history/use-live-orders.ts';
import { useRetentionDays } from '../features/settings/use-web-config.ts';
import { AfterContent, BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { currentArea } from '../lib/browser/current-area.ts';
import { PageHeader, Panel } from '../ui/layout/panel.tsx';

const loadSheet = () => import('../features/orders/history/order-sheet.tsx');
const OrderSheet = lazy(loadSheet);
const StandingOrders = lazy(
  withTexts('service', async () => ({
    default: (await import('../features/orders/standing/standing-order.tsx')).StandingOrders,
  })),
);

/** The purchase record of both areas: the order list, and the details of the open order. */
export function Page() {
  const { t } = useTranslation();
  const days = useRetentionDays();
  const [orderNo, open] = useOpenedOrder();
  useLiveOrders();
  return (
    <>
      <PageHeader title={t('orders.title')} lede={t('orders.lede', { days, count: days })} />
      <BlockBoundary fallback={null}>
        <AfterContent>
          <StandingOrders />
        </AfterContent>
      </BlockBoundary>
      <div onPointerEnter={() => void loadSheet()}>
        <Panel>
          <OrderFilterBar />
          <BlockBoundary>
            <OrderList area={currentArea()} onOpen={open} />
          </BlockBoundary>
        </Panel>
      </div>
      <BlockBoundary key={orderNo}>
        <Suspense>{orderNo !== null && <OrderSheet orderNo={orderNo} onClose={() => open(null)} />}</Suspense>
      </BlockBoundary>
    </>
  );
}
